import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fuzzProgram, type FuzzRun } from '@caredrop/testing/fuzz';
import { corpusFolder, makeTargets, type Rules } from './targets.ts';

const usage = `Usage: npm run fuzz -- [--target jpeg] [--minutes 60 | --inputs 120000] [--seed 1] [--build folder]
  Feeds damaged and hostile files to the parsers of received files. Inputs that break something are written to
  apps/document/test/fuzz/corpus/found. --build: another compiled copy of src/files, to compare with.
  --target pdf runs the PDF inspector's own program (libs/pdf-inspector/test/fuzz).`;

async function targets({ build }: FuzzRun) {
  const files = [
    'strip-metadata',
    'polyglot',
    'picture-size',
    'picture-completeness',
    'file-type',
    'exif-orientation',
    'file-name',
    '../inspector/read-form',
  ];
  const parts = await Promise.all(
    files
      .map((file) => path.resolve(build, `${file}.js`))
      .filter((file) => existsSync(file))
      .map((file) => import(pathToFileURL(file).href) as Promise<Partial<Rules>>),
  );
  // Builds from before the completeness check report every picture as complete.
  return makeTargets(Object.assign({ isCutShort: () => false }, ...parts) as Rules);
}

const build = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../dist/files');
await fuzzProgram({ usage, corpus: corpusFolder, build, targets });
