import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../stack/paths.ts';
import { readTests } from './read-tests.ts';

export interface ChecklistRow {
  number: number;
  state: string;
  /** What proves it: a test file and words of a title in it; without words a file that is no test. */
  proofs: { file: string; words: string }[];
}

const row = /^\| (\d+) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$/;
const proof = /`([\w.-]+\/[\w./-]+)`(?: › ([^·`|\n]+))?/g;

/** The rows of a table of behaviours, as docs/security.md has it: number, behaviour, state, proofs. */
export function checklistRows(markdown: string): ChecklistRow[] {
  return markdown.split('\n').flatMap((line) => {
    const [, number, state = '', cell = ''] = row.exec(line) ?? [];
    return number === undefined
      ? []
      : [{ number: Number(number), state: state.trim(), proofs: proofsIn(cell) }];
  });
}

/** What a text names as proof: `file` › words of a title; several are parted by ' · '. */
export function proofsIn(text: string): ChecklistRow['proofs'] {
  return [...text.matchAll(proof)].map(([, file = '', words = '']) => ({ file, words: words.trim() }));
}

/** The files a short name means: below apps or libs, or from the root. */
const placeOf = (file: string): string | undefined =>
  ['apps', 'libs', '.']
    .map((folder) => path.join(folder, file))
    .find((place) => existsSync(path.join(root, place)));

/** What is wrong with a proof, as a sentence; null when its file is there and has a test of that title. */
export function brokenProof({ file, words }: { file: string; words: string }): string | null {
  const place = placeOf(file);
  if (place === undefined) return `${file} is not there`;
  const isTest = /\.(spec|e2e)\.tsx?$/.test(file);
  if (!isTest) return words === '' ? null : `${file} is no test, and can have no title`;
  if (words === '') return null;
  const titles = readTests(place).map(({ title }) => title);
  if (titles.some((title) => title.includes(words))) return null;
  // A title that is put together from a table is not spelled out: its fixed part stands in the source.
  return readFileSync(path.join(root, place), 'utf8').includes(words)
    ? null
    : `${file} has no test '${words}'`;
}
