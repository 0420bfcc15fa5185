import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fuzzProgram, type FuzzRun } from '@caredrop/testing/fuzz';
import { Mutool } from './second-parser.ts';
import { corpusFolder, pdfTarget, type InspectPdf } from './target.ts';

const usage = `Usage: npm run fuzz -- --target pdf [--minutes 60 | --inputs 120000] [--seed 1] [--build folder] [--against mutool]
  Feeds damaged and hostile files to the PDF inspector. Inputs that break something are written to
  libs/pdf-inspector/test/fuzz/corpus/found. --build: another compiled copy of the package, to test instead.
  --against mutool: nothing that MuPDF would act on may be hidden from the inspector (Debian: mupdf-tools).`;

let second: Mutool | undefined;

async function targets({ build, againstMutool }: FuzzRun) {
  const code = pathToFileURL(path.join(build, 'inspect-pdf.js')).href;
  const { inspectPdf } = (await import(code)) as { inspectPdf: InspectPdf };
  if (againstMutool) second = new Mutool();
  return [pdfTarget(inspectPdf, second)];
}

const build = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../dist');
await fuzzProgram({ usage, corpus: corpusFolder, build, targets });
second?.close();
