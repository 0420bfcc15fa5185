import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { limits } from '@caredrop/contracts';
import { AppError } from '@caredrop/service-kit';
import fc from 'fast-check';
import { CIPHER_HEADER } from '../files/document-cipher.js';
import { readUpload, ROOM_BYTES, type ReceivedFile } from './read-upload.js';

const calm = {
  idleMs: 60_000,
  totalMs: 60_000,
  minBytesPerSecond: 0,
  windowMs: 60_000,
  pressed: { minBytesPerSecond: 0, windowMs: 60_000, when: () => false },
};
const room = Buffer.alloc(ROOM_BYTES);
const BOUNDARY = 'x-boundary';
const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Reads a body that arrives in these pieces. */
async function read(pieces: Uint8Array[], contentType = CONTENT_TYPE): Promise<ReceivedFile> {
  const request = new PassThrough();
  const reading = readUpload(
    request as unknown as IncomingMessage,
    contentType,
    calm,
    room,
    new AbortController().signal,
  );
  reading.catch(() => undefined);
  for (const piece of pieces) request.write(piece);
  request.end();
  return reading;
}

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

/** Cut into pieces of these sizes, over and over. */
function cut(body: Buffer, sizes: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(body.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

const given = fc.record({
  bytes: fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
  name: fc.stringMatching(/^[a-z0-9 äöüß📄._-]{1,40}$/u),
  comment: fc.stringMatching(/^[a-z0-9 äöü📄.,\n]{0,60}$/u),
  before: fc.boolean(),
});
const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });

describe('readUpload', () => {
  it('gives back what a browser sent, however the network cut it', async () => {
    await fc.assert(
      fc.asyncProperty(given, sizes, async (sent, pieces) => {
        const received = await read(cut(form(sent), pieces));
        expect(received.bytes.equals(sent.bytes)).toBe(true);
        expect(received.fileName).toBe(sent.name);
        expect(received.comment).toBe(sent.comment.trim() || null);
        expect(received.bytes.buffer).toBe(room.buffer);
        expect(received.bytes.byteOffset - room.byteOffset).toBeGreaterThan(CIPHER_HEADER);
      }),
      { numRuns: 200 },
    );
  });

  it('takes line ends and pieces of boundaries inside a file as part of it', async () => {
    const tricky = ['\r\n', `\r\n--${BOUNDARY}`.slice(0, -1), '--', `${BOUNDARY}--`, '\n--', '\0'];
    const bytes = fc
      .array(fc.constantFrom(...tricky), { minLength: 1, maxLength: 30 })
      .map((parts) => Buffer.from(parts.join('')));
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (file, pieces) => {
        const whole = `\r\n--${BOUNDARY}`;
        fc.pre(!`\r\n${file.toString()}\r\n`.includes(whole));
        const body = form({ bytes: file, name: 'a.pdf', comment: '', before: false });
        expect((await read(cut(body, pieces))).bytes.equals(file)).toBe(true);
      }),
    );
  });

  it('answers every broken body with a refusal of its own, and never with anything else', async () => {
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
      fc.asyncProperty(body, sizes, async (parts, pieces) => {
        const outcome: unknown = await read(cut(Buffer.from(parts.join('')), pieces)).catch(
          (error: unknown) => error,
        );
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
        else expect((outcome as ReceivedFile).bytes.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it('answers every broken content type with a refusal', async () => {
    const type = fc.oneof(
      fc.string(),
      fc.string().map((text) => `multipart/form-data${text}`),
      fc.string().map((text) => `multipart/form-data; boundary=${text}`),
    );
    await fc.assert(
      fc.asyncProperty(type, async (contentType) => {
        const outcome: unknown = await read([Buffer.from('--x\r\n\r\n--x--')], contentType).catch(
          (error: unknown) => error,
        );
        expect(outcome).toBeInstanceOf(AppError);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      'in the file',
      () => form({ bytes: Buffer.alloc(limits.uploadBytes), name: 'a.pdf', comment: '', before: false }),
    ],
    [
      'in other parts',
      () =>
        Buffer.concat([
          Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n`),
          Buffer.alloc(6_000_000),
        ]),
    ],
    ['before the first part', () => Buffer.alloc(6_000_000, 0x20)],
  ])('stops at the limit while bytes still come, with the excess %s', async (_where, make) => {
    await expect(read(cut(make(), [65_536]))).rejects.toMatchObject({ code: 'file_too_large', status: 413 });
  });
});
