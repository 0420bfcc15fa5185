import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'parse5';
import { textsWithoutPlaceholder } from '../lint/literal-html-text.mjs';
import { lintPlanted } from './support/lint-planted.ts';

const root = path.resolve(import.meta.dirname, '../..');
const message = 'Text that users read belongs in a copy file.';

const refused: [what: string, line: string][] = [
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
];
const accepted = [
  'const a = <p className="muted">{copy.takePhoto}</p>;',
  'const a = <p>{percent}%</p>;',
  'const a = <img alt="" />;',
  "const a = <p>{state === 'ready' && <b />}</p>;",
  "const a = <p>{state === 'ready' ? copy.ready : null}</p>;",
  'const a = <p>{copy.of(`${name}.txt`)}</p>;',
];
const folders = [
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
];

const lines = [...refused.map(([, line]) => line), ...accepted];
const fileOf = (line: string): string => `apps/web/src/patient/line-${String(lines.indexOf(line))}.tsx`;
const inFolder = (folder: string): string => `apps/web/src/${folder}/planted.tsx`;
const found = lintPlanted('caredrop(no-literal-text)', {
  ...Object.fromEntries(lines.map((line) => [fileOf(line), line])),
  ...Object.fromEntries(folders.map((folder) => [inFolder(folder), 'const a = <p>Take a photo</p>;'])),
});

describe('text in components', () => {
  it.each(refused)('the rule refuses %s', (_what, line) => {
    expect(found[fileOf(line)]).toEqual([message]);
  });

  it.each(accepted)('the rule accepts %s', (line) => {
    expect(found[fileOf(line)]).toEqual([]);
  });

  it.each(folders)('the rule is enabled for the components of %s', (folder) => {
    expect(found[inFolder(folder)]).toEqual([message]);
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
