import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { limits, messages } from '@caredrop/contracts';
import { badRequest } from '@caredrop/service-kit';
import { Busboy } from '@fastify/busboy';
import { CIPHER_OVERHEAD } from '../files/document-cipher.js';
import { BodyWatch, type BodyLimits } from './body-watch.js';
import { ClientGone, fileEmpty, fileRequired, fileTooLarge, unreadableBody } from './upload.errors.js';

type BusboyInstance = InstanceType<typeof Busboy>;

const FILE = 'document';
const COMMENT = 'comment';
/** Room for the comment, part headers and boundaries besides the file. */
const ENVELOPE_BYTES = 64 * 1024;
const BODY_BYTES = limits.uploadBytes + ENVELOPE_BYTES;
/** What a whole body needs, and the tag behind a file that is encrypted where it lies. */
export const ROOM_BYTES = BODY_BYTES + CIPHER_OVERHEAD;

/** A file that has arrived whole, and what was said about it. */
export interface ReceivedFile {
  /** A view of the room; part headers lie before it, more than encryption needs. */
  bytes: Buffer;
  /** How far the room was written to. */
  roomUsed: number;
  declaredType: string;
  fileName: string;
  comment: string | null;
}

/**
 * Reads a multipart body to its end into `room`, never to disk, and only then looks for its parts: the file is not
 * copied again, and no chunk passes through the parser's four streams. Stops at the size limit while bytes come,
 * whatever Content-Length says. When it throws, something may still be written to `room`. Throws the refusal to
 * answer, {@link ClientGone}, or the signal's reason.
 */
export async function readUpload(
  request: IncomingMessage,
  contentType: string,
  limit: BodyLimits,
  room: Buffer,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const form = openForm(contentType);
  if (!form) throw fileRequired();
  const body = await readBody(request, limit, room, signal);
  return { ...(await readParts(form, body)), roomUsed: body.length };
}

/** The whole body, a view of `room`. */
function readBody(
  request: IncomingMessage,
  limit: BodyLimits,
  room: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const watch = new BodyWatch(limit, (refusal) => end(() => reject(refusal)));
    let total = 0;
    const onData = (chunk: Buffer) => {
      watch.received(chunk.length);
      if (total + chunk.length > BODY_BYTES) return end(() => reject(fileTooLarge()));
      chunk.copy(room, total);
      total += chunk.length;
    };
    const onEnd = () => end(() => resolve(room.subarray(0, total)));
    const onClose = () => end(() => reject(new ClientGone()));
    const onAbort = () => end(() => reject(signal.reason as Error));
    const end = (settle: () => void) => {
      watch.stop();
      // Without a listener a flowing stream throws its bytes away as fast as they come.
      request.pause();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    request.on('error', onClose);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (request.destroyed) onClose();
  });
}

function readParts(form: BusboyInstance, body: Buffer): Promise<Omit<ReceivedFile, 'roomUsed'>> {
  return new Promise((resolve, reject) => {
    const parts = new Parts(form, reject);
    form.on('finish', () => settle(() => parts.result(), resolve, reject));
    form.end(body);
  });
}

/** Null when this is no multipart body. */
function openForm(contentType: string): BusboyInstance | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { fields: 20, fieldNameSize: 100, fieldSize: 32 * 1024, files: 2, parts: 32, headerPairs: 40 },
    });
  } catch {
    // No boundary, or not the multipart it says it is: there is no file to be had from it.
    return null;
  }
}

/** Finds the parts of one form; `refuse` is called at the first thing that cannot be taken. */
class Parts {
  private file: Buffer = Buffer.alloc(0);
  private files = 0;
  private found: { declaredType: string; fileName: string } | null = null;
  private comment: string | null = null;

  constructor(
    form: BusboyInstance,
    private readonly refuse: (error: Error) => void,
  ) {
    form.on('file', (name, stream, fileName, _encoding, type) => this.onFile(name, stream, fileName, type));
    form.on('field', (name, value, _nameCut, cut) => this.onField(name, value, cut));
    form.on('filesLimit', () => refuse(fileRequired()));
    for (const event of ['partsLimit', 'fieldsLimit'] as const)
      form.on(event, () => refuse(unreadableBody()));
    form.on('error', () => refuse(this.found ? unreadableBody() : fileRequired()));
  }

  /** Throws when there is no file, or none in it. */
  result(): Omit<ReceivedFile, 'roomUsed'> {
    if (!this.found) throw fileRequired();
    if (this.file.length === 0) throw this.found.fileName === '' ? fileRequired() : fileEmpty();
    return { ...this.found, bytes: this.file, comment: this.comment };
  }

  private onFile(
    name: string | undefined,
    stream: Readable,
    fileName: string | undefined,
    type: string,
  ): void {
    this.files += 1;
    stream.on('error', () => this.refuse(unreadableBody()));
    if (this.files > 1) {
      stream.resume();
      return this.refuse(fileRequired());
    }
    if (name !== FILE) return void stream.resume();
    this.found = { declaredType: type, fileName: fileName ?? '' };
    stream.on('data', (chunk: Buffer) => {
      this.file = joined(this.file, chunk);
      if (this.file.length >= limits.uploadBytes) this.refuse(fileTooLarge());
    });
  }

  private onField(name: string | undefined, value: string, cut: boolean): void {
    if (name !== COMMENT) return;
    const comment = cleanText(value);
    if (cut || comment.length > limits.commentMax)
      return this.refuse(badRequest(messages.general.tooLong('Comment', limits.commentMax)));
    this.comment = comment === '' ? null : comment;
  }
}

/** Two views of one body, the second behind the first: one view. Moves bytes only where the parser left some out. */
function joined(one: Buffer, other: Buffer): Buffer {
  if (one.length === 0) return other;
  const whole = Buffer.from(one.buffer, one.byteOffset, one.length + other.length);
  whole.set(other, one.length);
  return whole;
}

/** Trimmed; line ends as \n; no other control characters (Postgres takes no NUL, logs no escapes). */
function cleanText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')

    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim();
}

function settle<T>(work: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): void {
  try {
    resolve(work());
  } catch (error) {
    reject(error);
  }
}
