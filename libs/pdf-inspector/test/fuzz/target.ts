import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptFiles, type Target } from '@caredrop/testing/fuzz';
import { mutatePdf } from './pdf-mutants.ts';
import { hiddenFrom, type Mutool } from './second-parser.ts';

/** The reader under test, from the sources or from a build. */
export type InspectPdf = (file: Buffer) => ReadonlySet<string>;

export const corpusFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'corpus');

/** `second`: MuPDF, if it is to read each PDF as well. */
export function pdfTarget(inspectPdf: InspectPdf, second?: Mutool): Target {
  const pdfs = keptFiles(path.join(corpusFolder, 'pdf')).map(([, file]) => file);
  return {
    name: 'pdf',
    make: (random) => mutatePdf(random, pdfs),
    check: (input) => checkPdf(inspectPdf, input, second),
  };
}

async function checkPdf(
  inspectPdf: InspectPdf,
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
