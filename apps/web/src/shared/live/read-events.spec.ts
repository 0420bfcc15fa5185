import { expect, it } from '@jest/globals';
import { eventParser, type ServerEvent } from './read-events.js';

function parse(pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = eventParser((event) => events.push(event));
  pieces.forEach(parser);
  return events;
}

it('puts an event together from pieces cut anywhere and passes over heartbeats', () => {
  expect(parse([': open\n\nevent: cha', 'nge\ndata: {"type":"token.used"}\n', '\n: beat\n\n'])).toEqual([
    { name: 'change', data: { type: 'token.used' } },
  ]);
});

it('takes a change that it cannot read for a reason to fetch everything', () => {
  expect(parse(['event: change\ndata: {broken\n\n'])).toEqual([{ name: 'refetch', data: {} }]);
});
