import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exifWithCanary } from './canary.ts';
import { checkForm, makeForm, type ReadForm } from './forms.ts';
import { mutateJpeg } from './jpeg-mutants.ts';
import { checkPicture, type PictureRules } from './pictures.ts';
import { mutatePdf } from './pdf-mutants.ts';
import { mutatePng } from './png-mutants.ts';
import type { Random } from './random.ts';
import type { Target } from './run-fuzz.ts';
import { hiddenFrom, type Mutool } from './second-parser.ts';

/** Everything under test, from the sources or from a build. */
export interface Rules extends PictureRules {
  readOrientation(tiff: Buffer): number | null;
  storedName(name: string, type: 'application/pdf'): string;
  inspectPdf(file: Buffer): Set<string>;
  readForm: ReadForm;
}

export const corpusFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'corpus');

/** Small files to start from, and every input that once broke something. */
export const corpus = (name: string): Buffer[] => kept(name).map(([, file]) => file);

/** The files of a folder of the corpus with their names. */
export function kept(name: string): [string, Buffer][] {
  const folder = path.join(corpusFolder, name);
  return readdirSync(folder)
    .sort()
    .map((file) => [file, readFileSync(path.join(folder, file))]);
}

const holds = (held: boolean, violation: string) =>
  Promise.resolve({ kind: 'read', violation: held ? null : violation });

/** `second`: also asks MuPDF what it sees in each PDF. */
export function makeTargets(rules: Rules, second?: Mutool): Target[] {
  const [jpegs, pngs, pdfs] = [corpus('jpeg'), corpus('png'), corpus('pdf')];
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
    {
      name: 'pdf',
      make: (random) => mutatePdf(random, pdfs),
      check: (input) => checkPdf(rules, input, second),
    },
  ];
}

async function checkPdf(
  { inspectPdf }: Rules,
  file: Buffer,
  second?: Mutool,
): Promise<{ kind: string; violation: string | null }> {
  const found = inspectPdf(file);
  if (!second) return { kind: found.size > 0 ? 'found' : 'clean', violation: null };
  const view = await second.view(file);
  if (!view) return { kind: 'ended MuPDF', violation: null };
  const acts = hiddenFrom(new Set(), view).length > 0;
  const hidden = hiddenFrom(found, view);
  const kind = acts ? 'acts in MuPDF' : found.size > 0 ? 'refused all the same' : 'nothing found';
  return { kind, violation: hidden.length > 0 ? `hides ${hidden.join(' and ')} from us` : null };
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

/** Flips, cuts, repeats and inserts; TIFF structures have no checksums that would catch it. */
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
