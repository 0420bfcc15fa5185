import { Linter } from 'eslint';
import config from '../../eslint.config.mjs';

const rule = 'no-restricted-syntax';

/** Lints one planted line with the web app's own syntax restrictions. */
function plant(line: string): string[] {
  const rules = config.find(
    (part) => part.rules?.[rule] && String(part.files) === 'apps/web/**/*.{ts,tsx}',
  )?.rules;
  return new Linter({ configType: 'flat' })
    .verify(line, [{ rules: { [rule]: rules?.[rule] ?? 'off' } }])
    .map(({ message }) => message);
}

describe('effects', () => {
  it.each([
    'useEffect(() => card.current?.scrollIntoView(), []);',
    'useLayoutEffect(() => field.current?.focus(), []);',
  ])('an effect that may return a value by accident is rejected: %s', (line) => {
    expect(plant(line)).toEqual([expect.stringContaining('React calls what an effect returns')]);
  });

  it.each(['useEffect(() => () => watch.disconnect(), []);', 'useEffect(() => { focus(); }, []);'])(
    'an effect with a cleanup or a block is accepted: %s',
    (line) => {
      expect(plant(line)).toEqual([]);
    },
  );
});
