import { LARGEST, repeated } from '@caredrop/testing';
import { inspectPdf, type PdfFinding } from './inspect-pdf.js';

/**
 * Large enough to distinguish linear from quadratic growth; the document service's growth.spec.ts sends files
 * of the largest size.
 */
const SIZE = 2 * 1024 * 1024;
/** Below this, milliseconds of processor time are too inaccurate to show growth. */
const NOISE_MS = 30;

/** Units to repeat: each is one construct of the format, or one that a malicious file opens and never closes. */
const units = [
  '1 0 obj<<',
  '1 0 obj[',
  '1 0 obj(',
  '1 0 obj<',
  '1 0 obj/',
  '1 0 obj%',
  '1 0 obj 1 ',
  '1 0 obj<</#41#4a#61#76#61 ',
  '1 0 obj<</A(\\101)',
  '1 0 obj<</A<4',
  '1 0 obj<</K 1 0 R>>',
  '1 0 obj<</F(x)>>endobj ',
  '1 0 obj<</AA<</O 1 0 R>>>>endobj ',
  ' obj[1 0 R]',
  ' obj<</Next 1 0 R>>',
  '1 0 obj<</N 1>>stream\n5 0 ',
  '1 0 obj<</N 1/First 4/Filter/FlateDecode>>stream\n',
  '1 0 obj<</Filter/Standard/V 5/R 6/O<41>/U<41>/P 1>>endobj ',
  '( 1 0 obj ',
  'trailer<<',
  'trailer<</Encrypt 1 0 R/ID[<41>]>>',
  '1 0 obj<<1 0 obj(obj<obj/obj%',
  '/#41',
  '<<>>',
  '[1 0 R]',
  '<</A<<',
];

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('the time to inspect a PDF', () => {
  it.each(units)('inspection time grows linearly for a PDF made of %j', (unit) => {
    const file = (size: number) => Buffer.from(`%PDF-1.7\n${unit.repeat(size / unit.length)}`, 'latin1');
    const [small, large] = [file(SIZE / 4), file(SIZE)];
    const quarter = processorMs(() => inspectPdf(small));
    const whole = processorMs(() => inspectPdf(large));
    // The ratio is 4 for linear work and 16 for quadratic work.
    expect(whole / Math.max(quarter, NOISE_MS)).toBeLessThan(9);
  });

  it.each([
    ['without a number', '1 0 obj<</OpenAction 9 0 R>>endobj', ' obj<</URI()>>\n'],
    ['of one number', '1 0 obj<</OpenAction<</Next 5 0 R>>>>endobj', ' 5 0 obj<</URI()>>'],
  ])(
    'inspection of the largest PDF made of objects %s finds the URL in linear time',
    (_what, start, unit) => {
      const [quarter, whole] = [costAt(LARGEST / 4), costAt(LARGEST)];
      expect(whole.found).toEqual(new Set(['remote', 'unreadable', 'incomplete']));
      expect(whole.ms / Math.max(quarter.ms, NOISE_MS)).toBeLessThan(9);

      function costAt(size: number) {
        const file = repeated(unit, size, `%PDF-1.7\n${start}`);
        let found = new Set<PdfFinding>();
        const ms = processorMs(() => (found = inspectPdf(file)));
        return { found, ms };
      }
    },
  );

  it('inspection time grows linearly for a PDF with many object streams followed by strings', () => {
    const streams = '1 0 obj<</N 1/First 4>>stream\n5 0 (x)'.repeat(6_000);
    const file = (size: number) =>
      Buffer.from(`%PDF-1.7\n${streams}${'() '.repeat((size - streams.length) / 3)}`);
    const [small, large] = [file(SIZE / 4), file(SIZE)];
    const quarter = processorMs(() => inspectPdf(small));
    const whole = processorMs(() => inspectPdf(large));
    expect(whole / Math.max(quarter, NOISE_MS)).toBeLessThan(9);
  });
});
