import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { BodyWatch } from './body-watch.js';
import { BUFFER_BYTES } from '../files/body-size.js';
import { readUpload, type ReceivedBody } from './read-upload.js';

const calm = {
  idleMs: 60_000,
  totalMs: 60_000,
  minBytesPerSecond: 0,
  windowMs: 60_000,
  pressed: { minBytesPerSecond: 0, windowMs: 60_000, when: () => false },
};
const buffer = Buffer.alloc(BUFFER_BYTES);

/** Reads a body that arrives in these chunks. */
async function read(
  pieces: Uint8Array[],
  contentType = 'multipart/form-data; boundary=x',
): Promise<ReceivedBody> {
  const request = new PassThrough();
  const reading = readUpload(
    request as unknown as IncomingMessage,
    contentType,
    (onSlow) => new BodyWatch(calm, onSlow),
    buffer,
    new AbortController().signal,
  );
  reading.catch(() => undefined);
  for (const piece of pieces) request.write(piece);
  request.end();
  return reading;
}

describe('readUpload', () => {
  it('the chunks of an upload body are joined in the given buffer', async () => {
    const pieces = ['--x', '\r\n', 'anything at all'].map((text) => Buffer.from(text));
    const { bytes } = await read(pieces);
    expect(bytes.toString()).toBe('--x\r\nanything at all');
    expect(bytes.buffer).toBe(buffer.buffer);
  });

  it('an upload body over the limit is refused with 413', async () => {
    const pieces = Array.from({ length: 92 }, () => Buffer.alloc(65_536, 0x20));
    await expect(read(pieces)).rejects.toMatchObject({ code: 'file_too_large', status: 413 });
  });

  it('an upload body that is not a form is refused', async () => {
    await expect(read([Buffer.from('%PDF-1.4')], 'application/pdf')).rejects.toMatchObject({
      code: 'file_required',
    });
  });
});
