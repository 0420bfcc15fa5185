import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Linter, type Rule } from 'eslint';
import { parse } from 'parse5';
import tseslint from 'typescript-eslint';
import config from '../../eslint.config.mjs';
import { textsWithoutPlaceholder } from '../lint/literal-html-text.mjs';
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
    ['a concatenated text', "const a = <p>{n + ' files'}</p>;"],
    ['a name for screen readers', 'const a = <p aria-label="Progress" />;'],
    ['a label', "const a = <p label={'English'} />;"],
    ['a placeholder', 'const a = <input placeholder="Search" />;'],
    ['an alternative text', 'const a = <img alt="A phone" />;'],
    ['a title', 'const a = <p title={busy ? copy.busy : `Ready`} />;'],
  ])('the rule refuses %s', (_what, line) => {
    expect(plant(line)).toEqual(['Text that users read belongs in a copy file.']);
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
    'features/attention',
    'features/documents',
    'features/landing',
    'features/saved-views',
    'features/second-factor',
    'features/session-warning',
    'features/sign-in',
    'features/statistics',
    'features/tokens',
    'features/users',
    'patient',
    'shared',
  ])('the rule is enabled for the components of %s', (folder) => {
    const on = config.find(({ rules }) => rules?.[rule] === 'error');
    expect(on?.files).toContain(`apps/web/src/${folder}/**/*.tsx`);
  });
});

describe("text in the patient's page as HTML", () => {
  const page = readFileSync(path.join(root, 'apps/web/upload.html'), 'utf8');
  const texts = (html: string) => textsWithoutPlaceholder(parse(html));
  const plantAfter = (tag: string, html: string) => texts(page.replace(tag, `${tag}${html}`));

  it('upload.html has a placeholder for every text', () => {
    expect(texts(page)).toEqual([]);
  });

  it.each([
    ['text of an element', '<body>', '<p>Take a photo</p>', 'Take a photo'],
    ['text beside a placeholder', '<body>', '<p>{{form.upload}} now</p>', '{{form.upload}} now'],
    [
      'text without script',
      '<form method="post" enctype="multipart/form-data">',
      '<b>Send it</b>',
      'Send it',
    ],
    ['text in a template', '<template id="not-started">', '<p>Please wait</p>', 'Please wait'],
    ['a title', '<head>', '<title>Upload</title>', 'Upload'],
    ['an alternative text', '<body>', '<img alt="A phone">', 'A phone'],
    ['a placeholder of a field', '<body>', '<input placeholder="Search">', 'Search'],
  ])('the check reports %s', (_what, tag, html, text) => {
    expect(page).toContain(tag);
    expect(plantAfter(tag, html)).toEqual([text]);
  });

  it('the check accepts scripts, styles, comments and punctuation', () => {
    const quiet =
      '<script>say("Hello")</script><style>p::after{content:"Hello"}</style><!-- Hello --><p>·</p>';
    expect(plantAfter('<body>', quiet)).toEqual([]);
  });
});
