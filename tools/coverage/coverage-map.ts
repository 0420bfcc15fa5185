import { findProof, type Proven } from './find-proof.ts';
import type { FoundTest } from './read-tests.ts';
import { readTests } from './read-tests.ts';
import { isTest, typeScriptFiles } from './sources.ts';
import { sections } from './spec-items.ts';

/** So many files are named for an item; what more there is, is counted. */
const MOST_FILES = 5;

export interface CoverageMap {
  markdown: string;
  /** Titles that items name and no test has: 'rule.5.login: says beside the fields'. */
  gone: string[];
  notYet: string[];
}

/** Every test of the product, those of the whole system first; the tests of these tools prove none of it. */
export const allTests = (): FoundTest[] =>
  ['apps/e2e', 'apps', 'libs']
    .flatMap(typeScriptFiles)
    .filter((file, at, files) => isTest(file) && files.indexOf(file) === at)
    .filter((file) => !file.startsWith('libs/contracts/'))
    .flatMap(readTests);

/** What the specification asks for and the tests that prove it, as the tests stand now. */
export function coverageMap(tests: readonly FoundTest[]): CoverageMap {
  const proven = sections.map(({ heading, items }) => ({
    heading,
    items: items.map((item) => findProof(item, tests)),
  }));
  const all = proven.flatMap(({ items }) => items);
  const open = all.filter((one) => one.tests.length === 0);
  const text = [
    ...introduction(all.length, open),
    ...proven.flatMap(({ heading, items }) => ['', `## ${heading}`, '', ...head, ...items.map(line)]),
  ];
  return {
    markdown: `${text.join('\n')}\n`,
    gone: all.flatMap(({ item, gone }) => gone.map((title) => `${item.id}: ${title}`)),
    notYet: open.map(({ item }) => item.id),
  };
}

const head = ['| Item | What is asked for | Tests |', '| --- | --- | --- |'];

const introduction = (count: number, open: Proven[]): string[] => [
  '# What the specification asks for, and the tests that prove it',
  '',
  'Made by `npm run coverage-map` from `tools/coverage` and the titles and words of the tests; do not edit it by',
  'hand. A test in `tools/checks` fails when it is out of date or when a test it names is gone.',
  '',
  `${count} items, ${count - open.length} with tests.`,
  '',
  '## Not yet',
  '',
  ...(open.length === 0 ? ['Nothing: every item has a test.'] : []),
  ...open.map(({ item }) => `- ${item.id}: ${item.says}`),
];

const line = ({ item, tests }: Proven): string =>
  `| ${item.id} | ${cell(item.says)} | ${tests.length === 0 ? '**not yet**' : named(tests)} |`;

/** The first test of each file, and how many more there are. */
function named(tests: FoundTest[]): string {
  const files = [...new Map(tests.toReversed().map((test) => [test.file, test])).values()].toReversed();
  const shown = files.slice(0, MOST_FILES);
  const more = tests.length - shown.length;
  const lines = shown.map(({ file, title }) => `[${file}](../${file}): ${cell(title)}`);
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
}

/** Text that stays within its cell and means nothing to Markdown. */
const cell = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[\\|*_<>`[\]~]/g, (sign) => `\\${sign}`)
    .trim();
