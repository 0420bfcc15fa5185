import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../stack/paths.ts';
import { readTests } from './read-tests.ts';

export interface ChecklistRow {
  number: number;
  state: string;
  /** The proofs: a test file, usually with words of a title in it, or another file without words. */
  proofs: { file: string; words: string }[];
}

const row = /^\| (\d+) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$/;
const proof = /`([\w.-]+\/[\w./-]+)`(?: › ([^·`|\n]+))?/g;

/** The rows of a table of behaviours like that in docs/security.md: number, behaviour, state, proofs. */
export function checklistRows(markdown: string): ChecklistRow[] {
  return markdown.split('\n').flatMap((line) => {
    const [, number, state = '', cell = ''] = row.exec(line) ?? [];
    return number === undefined
      ? []
      : [{ number: Number(number), state: state.trim(), proofs: proofsIn(cell) }];
  });
}

/** The proofs in a text: `file` › words of a title; separated by ' · '. */
export function proofsIn(text: string): ChecklistRow['proofs'] {
  return [...text.matchAll(proof)].map(([, file = '', words = '']) => ({ file, words: words.trim() }));
}

/** The file that a short name refers to: below apps or libs, or from the root. */
const placeOf = (file: string): string | undefined =>
  ['apps', 'libs', '.']
    .map((folder) => path.join(folder, file))
    .find((place) => existsSync(path.join(root, place)));

/** The error of a proof; null if its file exists and, when words are given, has a test with them in its title. */
export function brokenProof({ file, words }: { file: string; words: string }): string | null {
  const place = placeOf(file);
  if (place === undefined) return `${file} does not exist`;
  const isTest = /\.(spec|e2e)\.tsx?$/.test(file);
  if (!isTest) return words === '' ? null : `${file} is not a test, so it cannot have a title`;
  if (words === '') return null;
  const titles = readTests(place).map(({ title }) => title);
  if (titles.some((title) => title.includes(words))) return null;
  // A title built from a table does not appear literally; only its fixed part is in the source.
  return readFileSync(path.join(root, place), 'utf8').includes(words)
    ? null
    : `${file} has no test '${words}'`;
}
