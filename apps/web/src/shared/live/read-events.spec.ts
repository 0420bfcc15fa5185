import { expect, it } from '@jest/globals';
import { eventParser, type ServerEvent } from './read-events.js';

function parse(pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = eventParser((event) => events.push(event));
  pieces.forEach(parser);
  return events;
}

it('an event is assembled from chunks cut anywhere, and heartbeats are skipped', () => {
  expect(parse([': open\n\nevent: cha', 'nge\ndata: {"type":"token.used"}\n', '\n: beat\n\n'])).toEqual([
    { name: 'change', data: { type: 'token.used' } },
  ]);
});

it('an unreadable change is turned into a refetch of everything', () => {
  expect(parse(['event: change\ndata: {broken\n\n'])).toEqual([{ name: 'refetch', data: {} }]);
});
