import path from 'node:path';
import { keptFiles, runFuzz } from '@caredrop/testing/fuzz';
import { inspectPdf } from '../src/inspect-pdf.js';
import { corpusFolder, pdfTarget } from './fuzz/target.ts';

/** Number of inputs, which are the same in each run; `npm run fuzz` tries many more. */
const INPUTS = 200;

describe('fuzzed PDFs', () => {
  it('no property is violated by fuzzed PDFs', async () => {
    const tally = await runFuzz(pdfTarget(inspectPdf), 1, (done) => done < INPUTS);
    expect(tally.violations).toEqual({});
    expect(tally.inputs).toBe(INPUTS);
  });

  it.each(keptFiles(path.join(corpusFolder, 'pdf-hidden')))(
    '%s: active content that an earlier version missed is found',
    (name, file) => {
      expect([...inspectPdf(file)]).toContain(name.split('-')[0]);
    },
  );
});
