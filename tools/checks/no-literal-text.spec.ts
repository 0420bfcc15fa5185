import path from 'node:path';
import { Linter, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';
import config from '../../eslint.config.mjs';
import { noLiteralText } from '../lint/no-literal-text.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const rule = 'caredrop/no-literal-text';

/** Lints one planted line as a component. */
function plant(line: string): string[] {
  const linter = new Linter({ configType: 'flat', cwd: root });
  const only: Linter.Config = {
    files: ['**/*.tsx'],
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { caredrop: { rules: { 'no-literal-text': noLiteralText as Rule.RuleModule } } },
    rules: { [rule]: 'error' },
  };
  const file = path.join(root, 'apps/web/src/patient/planted.tsx');
  return linter.verify(line, [only], { filename: file }).map(({ message }) => message);
}

describe('text in components', () => {
  it.each([
    ['text of an element', 'const a = <p>Take a photo</p>;'],
    ['text in a fragment', 'const a = <>Take a photo</>;'],
    ['a literal in braces', "const a = <p>{'Take a photo'}</p>;"],
    ['a template', 'const a = <p>{`Sent ${n}`}</p>;'],
    ['one side of a condition', "const a = <p>{busy ? copy.busy : 'Ready'}</p>;"],
    ['text behind a condition', "const a = <p>{busy && 'Sending'}</p>;"],
    ['a joined text', "const a = <p>{n + ' files'}</p>;"],
    ['a name for screen readers', 'const a = <p aria-label="Progress" />;'],
    ['a label', "const a = <p label={'English'} />;"],
    ['a placeholder', 'const a = <input placeholder="Search" />;'],
    ['an alternative text', 'const a = <img alt="A phone" />;'],
    ['a title', 'const a = <p title={busy ? copy.busy : `Ready`} />;'],
  ])('the rule refuses %s', (_what, line) => {
    expect(plant(line)).toEqual(['Text that users read belongs into a copy file.']);
  });

  it.each([
    'const a = <p className="muted">{copy.takePhoto}</p>;',
    'const a = <p>{percent}%</p>;',
    'const a = <img alt="" />;',
    "const a = <p>{state === 'ready' && <b />}</p>;",
    "const a = <p>{state === 'ready' ? copy.ready : null}</p>;",
    'const a = <p>{copy.of(`${name}.txt`)}</p>;',
  ])('the rule accepts %s', (line) => {
    expect(plant(line)).toEqual([]);
  });

  it.each([
    'app',
    'features/account',
    'features/admin-audit',
    'features/documents',
    'features/landing',
    'features/second-factor',
    'features/session-warning',
    'features/sign-in',
    'features/tokens',
    'features/users',
    'patient',
    'shared',
  ])('the rule is on for the components of %s', (folder) => {
    const on = config.find(({ rules }) => rules?.[rule] === 'error');
    expect(on?.files).toContain(`apps/web/src/${folder}/**/*.tsx`);
  });
});
