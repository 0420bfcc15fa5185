import { lintPlanted } from './support/lint-planted.ts';

const refused = [
  'useEffect(() => card.current?.scrollIntoView(), []);',
  'useLayoutEffect(() => field.current?.focus(), []);',
];
const accepted = ['useEffect(() => () => watch.disconnect(), []);', 'useEffect(() => { focus(); }, []);'];

const lines = [...refused, ...accepted];
const fileOf = (line: string): string => `apps/web/src/app/effect-${String(lines.indexOf(line))}.tsx`;
const found = lintPlanted(
  'caredrop(effect-cleanup)',
  Object.fromEntries(lines.map((line) => [fileOf(line), line])),
);

describe('effects', () => {
  it.each(refused)('an effect that may return a value by accident is rejected: %s', (line) => {
    expect(found[fileOf(line)]).toEqual([expect.stringContaining('React calls what an effect returns')]);
  });

  it.each(accepted)('an effect that returns a cleanup or has a block body is accepted: %s', (line) => {
    expect(found[fileOf(line)]).toEqual([]);
  });
});
