import { deflateSync } from 'node:zlib';
import { createLogger } from '@caredrop/service-kit';
import { costOf as costTo, GROWTH_LAW, LARGEST, repeated } from '@caredrop/testing';
import { BODY_BYTES, BUFFER_BYTES } from '../src/files/body-size.js';
import type { Inspection } from '../src/inspector/inspection.js';
import { InspectorPool } from '../src/inspector/inspector-pool.js';
import { processorMs as processorMsOf } from '../src/inspector/process-usage.js';
import { DocumentMetrics } from '../src/metrics.js';

import { multipart } from './support/multipart.js';
import { chunk, segment, SOI } from './support/pictures.js';

/**
 * Tests how the cost of parsing a patient's bytes grows: each unit of each grammar is repeated up to the size
 * limit. The service's own share is measured as processor time, so that a busy machine does not fail the
 * test.
 */
const { processorMs: SERVICE_MS, bytes: GROWTH } = GROWTH_LAW;
/** A limit too high to be reached: these tests measure the processor time themselves. */
const INSPECTION_MS = 600_000;
const CONTENT_TYPE = 'multipart/form-data; boundary=x';

let pool: InspectorPool;
const ended: string[] = [];
beforeAll(async () => {
  const logger = createLogger('document', 'info', { write: (line) => void ended.push(line) });
  const options = {
    processes: 1,
    withinMs: INSPECTION_MS,
    memoryMb: 320,
    filesEach: 1_000,
    bodyBytes: BODY_BYTES,
  };
  pool = new InspectorPool(options, new DocumentMetrics(), logger);
  await pool.start();
});
afterAll(() => pool.close());

const spare = Buffer.alloc(BUFFER_BYTES);
interface Cost {
  /** Processor time of this process's main thread, ms. */
  serviceMs: number;
  /** Memory of this process, bytes. */
  growth: number;
  /** Processor time of the inspector, ms. */
  inspectorMs: number;
  result: Inspection;
}

async function costOf(body: Buffer, contentType = CONTENT_TYPE): Promise<Cost> {
  const job = { body, contentType, maxPixels: 200_000_000, takeBuffer: () => spare };
  let inspectorMs = NaN;
  const { processorMs, bytes, result } = await costTo(async () => {
    const before = inspectorCpu();
    const inspection = await pool.inspect(job, { owner: 'ana', member: 'link' });
    inspectorMs = inspectorCpu() - before;
    return inspection;
  });
  return { serviceMs: processorMs, growth: bytes, inspectorMs, result };
}

const inspectorCpu = (): number => processorMsOf(pool.pids[0] ?? 0) ?? NaN;

/**
 * Expects a low cost for this process at full size, and for the inspector a cost that grows about linearly from
 * a quarter of that size.
 */
async function expectLinear(make: (size: number) => Buffer, contentType?: string): Promise<void> {
  const quarter = await costOf(make(Math.floor(LARGEST / 4) - 400), contentType);
  const whole = await costOf(make(LARGEST - 400), contentType);
  expect(whole.serviceMs).toBeLessThan(SERVICE_MS);
  expect(whole.growth).toBeLessThan(GROWTH);
  expect(ended).toEqual([]);
  expect(whole.inspectorMs).toBeLessThan(8 * quarter.inspectorMs + 200);
  expect([quarter.result.outcome, whole.result.outcome]).not.toContain('unfinished');
}

const fileOf = (name: string, type: string) => (bytes: Buffer) => multipart({ bytes, name, type }).body;
const type = multipart({ x: 'y' }).headers['content-type'];
const jpeg = fileOf('a.jpg', 'image/jpeg');
const png = fileOf('a.png', 'image/png');
const pdf = fileOf('a.pdf', 'application/pdf');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('the cost of reading a multipart body', () => {
  const part = '--x\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.4\r\n';
  it.each(['\r\n--x', '--x\r\n', '\r\n--x--', '\r\n', '\r\n--', '-', part, 'a: b\r\n'])(
    'the cost of a form body made of %j grows linearly',
    (unit) => expectLinear((size) => repeated(unit, size)),
  );

  it.each(['\r\n--x', 'a: b\r\n', 'filename="', '; a=b', "; filename*=utf-8''%41", '\r\n '])(
    'the cost of a form header made of %j grows linearly',
    (unit) => expectLinear((size) => repeated(unit, size, '--x\r\ncontent-disposition: form-data')),
  );

  it.each(['.', ' ', '\u200b', '/', '%22', 'e\u0301', '"'])(
    'a long file name made of %j costs the service process little time and memory',
    (unit) =>
      expectLinear((size) => {
        const length = Math.floor((15_000 * size) / LARGEST);
        const name = Buffer.from(unit.repeat(length)).toString('latin1').slice(0, length);
        return Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="document"; filename="a${name}b.pdf"\r\n\r\n%PDF-1.4\r\n--x--\r\n`,
          'latin1',
        );
      }),
  );

  it.each([';boundary=x', ' ', '"', 'a'])(
    'a content type made of %j costs little processor time',
    async (unit) => {
      const { serviceMs } = await costOf(
        repeated('a', LARGEST),
        `multipart/form-data; ${unit.repeat(4_000)}`,
      );
      expect(serviceMs).toBeLessThan(SERVICE_MS);
    },
  );
});

describe('the cost of checking a picture', () => {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from('II*\0\x08\0\0\0', 'latin1')]);
  const segments: [string, Buffer][] = [
    ['Exif segments', segment(0xe1, exif)],
    ['empty Exif segments', segment(0xe1, 'Exif\0\0')],
    ['comments', segment(0xfe, '')],
    ['frame headers', segment(0xc0, '\x08\0\x08\0\x08\x01')],
    ['scans', segment(0xda, '\x01')],
    ['starts', SOI],
    ['ends', Buffer.from([0xff, 0xd9])],
    ['fill bytes', Buffer.from([0xff])],
    ['stuffed bytes', Buffer.from([0xff, 0x00])],
    ['restarts', Buffer.from([0xff, 0xd0])],
    ['colour profiles', segment(0xe2, 'ICC_PROFILE\0\x01\x01')],
    ['second pictures', segment(0xe2, 'MPF\0')],
  ];
  it.each(segments)('the cost of a JPEG made of %s grows linearly', (_what, unit) =>
    expectLinear((size) => jpeg(repeated(unit, size - 300, SOI)), type),
  );

  it.each(segments)('the cost of a JPEG made of %s after a scan grows linearly', (_what, unit) =>
    expectLinear(
      (size) => jpeg(repeated(unit, size - 300, Buffer.concat([SOI, segment(0xda, '\x01')]))),
      type,
    ),
  );

  const head = chunk('IHDR', Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]));
  const text = deflateSync(Buffer.alloc(100));
  it.each<[string, Buffer]>([
    ['headers', head],
    ['ends', chunk('IEND', '')],
    ['data', chunk('IDAT', '')],
    ['orientations', chunk('eXIf', exif)],
    ['empty orientations', chunk('eXIf', '')],
    ['texts', chunk('tEXt', 'a\0b')],
    ['packed texts', chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), text]))],
    ['frames', chunk('fcTL', Buffer.alloc(26))],
    ['unknown chunks', chunk('abCd', '')],
  ])('the cost of a PNG made of %s grows linearly', (_what, unit) =>
    expectLinear((size) => png(repeated(unit, size - 300, Buffer.concat([PNG, head]))), type),
  );

  it('the cost of a PNG with many ends followed by other bytes grows linearly', () =>
    expectLinear((size) => {
      const ends = repeated(chunk('IEND', ''), Math.floor(size / 8), Buffer.concat([PNG, head]));
      return png(Buffer.concat([ends, Buffer.alloc(size - 300 - ends.length, 1)]));
    }, type));
});

describe('the cost of inspecting a PDF', () => {
  const units = [
    '()',
    '<<',
    '<<>>',
    '[',
    '[1]',
    '/A ',
    '/#41',
    '(\\n)',
    '<4>',
    '%\n',
    '1 0 obj ',
    'endobj ',
    'stream\n',
  ];
  const more = [
    '( 1 0 obj ',
    '1 0 obj<</Length 1>>stream\n',
    '/JavaScript ',
    'xref\n',
    'trailer<<',
    '<</Filter/O/U/P>>',
    '\0',
    '%PDF-',
  ];
  it.each([...units, ...more])(
    'a PDF made of %j costs the service process little time and memory',
    async (unit) => {
      const { serviceMs, growth } = await costOf(
        pdf(repeated(unit, LARGEST - 400, '%PDF-1.7\n1 0 obj<<')),
        type,
      );
      expect(serviceMs).toBeLessThan(SERVICE_MS);
      expect(growth).toBeLessThan(GROWTH);
    },
  );
});
