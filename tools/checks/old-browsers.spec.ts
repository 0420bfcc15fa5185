import { lintPlanted } from './support/lint-planted.ts';

const refused = [
  'Object.hasOwn(copy, code);',
  'pauses.at(-1);',
  'form.pages.findLast(isReady);',
  'crypto.randomUUID();',
  'structuredClone(draft);',
];
const accepted = [
  'use(lexer.at);',
  'Object.hasOwn ??= ownValue;',
  'pauses.toSorted?.();',
  'pages.find(isReady);',
];
const folders = ['apps/web/src/patient', 'libs/patient-copy/src', 'libs/pdf-inspector/src'];

const lines = [...refused, ...accepted];
const fileOf = (folder: string, line: string): string =>
  `${folder}/planted-${String(lines.indexOf(line))}.ts`;
const workspace = 'apps/web/src/features';
const found = lintPlanted(
  'caredrop(old-browsers)',
  Object.fromEntries(
    [...folders, workspace].flatMap((folder) => lines.map((line) => [fileOf(folder, line), line])),
  ),
);

describe('code that runs on the patient’s page', () => {
  it.each(refused)('a method that the oldest supported browsers lack is rejected: %s', (line) => {
    for (const folder of folders)
      expect(found[fileOf(folder, line)]).toEqual([expect.stringContaining('the build adds no polyfill')]);
  });

  it.each(accepted)('other code is accepted: %s', (line) => {
    for (const folder of folders) expect(found[fileOf(folder, line)]).toEqual([]);
  });

  it('the workspace may use newer methods', () => {
    for (const line of lines) expect(found[fileOf(workspace, line)]).toEqual([]);
  });
});
