import { limits } from '@caredrop/contracts';
import fc from 'fast-check';
import { CIPHER_HEADER } from '../files/segments.js';
import { FormRejected, readForm, type Form } from './read-form.js';

const BOUNDARY = 'x-boundary';
const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const read = (body: Buffer, contentType = CONTENT_TYPE): Promise<Form> => readForm(contentType, body);

interface Given {
  bytes: Uint8Array;
  name: string;
  comment: string;
  before: boolean;
}

function form({ bytes, name, comment, before }: Given): Buffer {
  const file = [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ];
  const field = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="comment"\r\n\r\n${comment}\r\n`,
  );
  return Buffer.concat([
    ...(before ? [field, ...file] : [...file, field]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

const given = fc.record({
  bytes: fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
  name: fc.stringMatching(/^[a-z0-9 äöüß📄._-]{1,40}$/u),
  comment: fc.stringMatching(/^[a-z0-9 äöü📄.,\n]{0,60}$/u),
  before: fc.boolean(),
});

describe('readForm', () => {
  it('a well-formed form returns its file, file name and comment without copying the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (sent) => {
        const body = form(sent);
        const received = await read(body);
        expect(received.bytes.equals(sent.bytes)).toBe(true);
        expect(received.fileName).toBe(sent.name);
        expect(received.comment).toBe(sent.comment.trim() || null);
        expect(received.bytes.buffer).toBe(body.buffer);
        expect(received.bytes.byteOffset - body.byteOffset).toBeGreaterThan(CIPHER_HEADER);
      }),
      { numRuns: 200 },
    );
  });

  it('line breaks and parts of boundaries inside a file belong to the file', async () => {
    const tricky = ['\r\n', `\r\n--${BOUNDARY}`.slice(0, -1), '--', `${BOUNDARY}--`, '\n--', '\0'];
    const bytes = fc
      .array(fc.constantFrom(...tricky), { minLength: 1, maxLength: 30 })
      .map((parts) => Buffer.from(parts.join('')));
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        const whole = `\r\n--${BOUNDARY}`;
        fc.pre(!`\r\n${file.toString()}\r\n`.includes(whole));
        const body = form({ bytes: file, name: 'a.pdf', comment: '', before: false });
        expect((await read(body)).bytes.equals(file)).toBe(true);
      }),
    );
  });

  it('a malformed body is either refused with FormRejected or read as a file', async () => {
    const words = [
      `--${BOUNDARY}`,
      `--${BOUNDARY}--`,
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="document"',
      '; filename="a.pdf"',
      "; filename*=utf-8''%E4%F6",
      'Content-Type: application/pdf',
      ': ',
      '"',
      '\0',
      'x'.repeat(300),
    ];
    const body = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 20 })), {
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(body, async (parts) => {
        const outcome: unknown = await read(Buffer.from(parts.join(''))).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FormRejected);
        else expect((outcome as Form).bytes.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it('a malformed content type is refused with FormRejected', async () => {
    const type = fc.oneof(
      fc.string(),
      fc.string().map((text) => `multipart/form-data${text}`),
      fc.string().map((text) => `multipart/form-data; boundary=${text}`),
    );
    await fc.assert(
      fc.asyncProperty(type, async (contentType) => {
        const outcome: unknown = await read(Buffer.from('--x\r\n\r\n--x--'), contentType).catch(
          (error: unknown) => error,
        );
        expect(outcome).toBeInstanceOf(FormRejected);
      }),
      { numRuns: 300 },
    );
  });

  it('a file of exactly 5 MiB is refused as too large', async () => {
    const body = form({ bytes: Buffer.alloc(limits.uploadBytes), name: 'a.pdf', comment: '', before: false });
    await expect(read(body)).rejects.toMatchObject({ reason: 'file_too_large' });
  });

  it('a line break of the comment, which forms send as two characters, counts as one', async () => {
    const sent = { bytes: Buffer.from('%PDF'), name: 'a.pdf', before: false };
    const comment = `${'a\r\n'.repeat(limits.commentMax / 2 - 1)}ab`;
    expect((await read(form({ ...sent, comment }))).comment).toHaveLength(limits.commentMax);
    await expect(read(form({ ...sent, comment: `${comment}c` }))).rejects.toMatchObject({
      reason: 'comment_too_long',
    });
  });

  const units = [
    '\r\n--x',
    '\r\n--x\r\n',
    '--x\r\ncontent-disposition: form-data; name="document"\r\n\r\na\r\n',
  ];
  it.each(units)('a form body made of %j is refused without using much memory', async (unit) => {
    const body = Buffer.from(unit.repeat(Math.ceil(limits.uploadBytes / unit.length)));
    const before = process.memoryUsage.rss();
    await expect(read(body, 'multipart/form-data; boundary=x')).rejects.toMatchObject({
      reason: 'form_unreadable',
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('a form part with an oversized header is refused', async () => {
    const head = `--${BOUNDARY}\r\nx: ${'y'.repeat(1_000_000)}\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF`;
    await expect(read(Buffer.from(`${head}\r\n--${BOUNDARY}--\r\n`))).rejects.toBeInstanceOf(FormRejected);
  });
});
