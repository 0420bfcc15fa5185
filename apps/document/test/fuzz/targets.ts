import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptFiles, type Random, type Target } from '@caredrop/testing/fuzz';
import { exifWithCanary } from './canary.ts';
import { checkForm, makeForm, type ReadForm } from './forms.ts';
import { mutateJpeg } from './jpeg-mutants.ts';
import { checkPicture, type PictureRules } from './pictures.ts';
import { mutatePng } from './png-mutants.ts';

/** Everything under test, from the sources or from a build. */
export interface Rules extends PictureRules {
  readOrientation(tiff: Buffer): number | null;
  storedName(name: string, type: 'application/pdf'): string;
  readForm: ReadForm;
}

export const corpusFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'corpus');

/** The small files to start from. */
export const corpus = (name: string): Buffer[] =>
  keptFiles(path.join(corpusFolder, name)).map(([, file]) => file);

const holds = (held: boolean, violation: string) =>
  Promise.resolve({ kind: 'read', violation: held ? null : violation });

export function makeTargets(rules: Rules): Target[] {
  const [jpegs, pngs] = [corpus('jpeg'), corpus('png')];
  return [
    {
      name: 'jpeg',
      make: (random) => mutateJpeg(random, jpegs),
      check: (input) => checkPicture(rules, input, 'image/jpeg'),
    },
    {
      name: 'png',
      make: (random) => mutatePng(random, pngs),
      check: (input) => checkPicture(rules, input, 'image/png'),
    },
    {
      name: 'multipart',
      make: makeForm,
      check: (input) => checkForm(rules.readForm, input),
    },
    {
      name: 'exif',
      make: (random) => mutateBytes(random, exifWithCanary(1 + random.int(8))),
      check: (input) => {
        const orientation = rules.readOrientation(input) ?? 1;
        return holds(orientation >= 1 && orientation <= 8, `has orientation ${String(orientation)}`);
      },
    },
    {
      name: 'names',
      make: (random) =>
        Buffer.from(Array.from({ length: random.int(60) }, () => random.pick(letters)).join('')),
      check: (input) => {
        const name = rules.storedName(input.toString(), 'application/pdf');
        return holds(name.length > 0 && !unsafe.test(name), `is stored as ${JSON.stringify(name)}`);
      },
    },
  ];
}

const letters = [
  'a',
  '.',
  '. ',
  '/',
  '\\',
  '..',
  '\0',
  '\r\n',
  '‮',
  '"',
  '%00',
  '📄',
  'é',
  '.pdf',
  '.exe',
  ' ',
  'CON',
  '-',
];
const unsafe = /[\0-\x1f\x7f/\\\u202a-\u202e]/;

/** Flips, cuts, repeats and inserts bytes; TIFF structures have no checksums that would detect the change. */
function mutateBytes(random: Random, seed: Buffer): Buffer {
  let file = Buffer.from(seed);
  for (let changes = 1 + random.int(6); changes > 0 && file.length > 0; changes -= 1) {
    const at = random.int(file.length);
    const length = random.int(Math.min(64, file.length - at));
    file = random.pick([
      () => Buffer.concat([file.subarray(0, at), random.bytes(1), file.subarray(at + 1)]),
      () => Buffer.concat([file.subarray(0, at), file.subarray(at + length)]),
      () => Buffer.concat([file.subarray(0, at), file.subarray(at, at + length), file.subarray(at)]),
      () => Buffer.concat([file.subarray(0, at), random.bytes(length), file.subarray(at)]),
    ])();
  }
  return file;
}
