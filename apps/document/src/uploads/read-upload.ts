import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { limits, messages } from '@caredrop/contracts';
import { badRequest } from '@caredrop/service-kit';
import { Busboy } from '@fastify/busboy';
import { CIPHER_HEADER } from '../files/document-cipher.js';
import { ByteCollector } from '../storage/byte-collector.js';
import { BodyWatch, type BodyLimits } from './body-watch.js';
import { ClientGone, fileEmpty, fileRequired, fileTooLarge, unreadableBody } from './upload.errors.js';

type BusboyInstance = InstanceType<typeof Busboy>;

const FILE = 'document';
const COMMENT = 'comment';
/** Room for the comment, part headers and boundaries besides the file. */
const ENVELOPE_BYTES = 64 * 1024;

/** A file that has arrived whole, and what was said about it. */
export interface ReceivedFile {
  bytes: Buffer;
  declaredType: string;
  fileName: string;
  comment: string | null;
}

/**
 * Reads a multipart body to its end into `room`, behind the space that encryption needs, never to disk. Stops
 * at the size limit while streaming, whatever Content-Length says. When it throws, something may still be written
 * to `room`. Throws the refusal to answer, {@link ClientGone}, or the signal's reason.
 */
export function readUpload(
  request: IncomingMessage,
  contentType: string,
  limit: BodyLimits,
  room: Buffer,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const form = openForm(contentType);
  if (!form) return Promise.reject(fileRequired());
  return new Promise((resolve, reject) => {
    const parts = new Parts(form, room, (error) => end(() => reject(error)));
    const watch = new BodyWatch(limit, (refusal) => end(() => reject(refusal)));
    let total = 0;
    const onData = (chunk: Buffer) => {
      watch.received(chunk.length);
      total += chunk.length;
      if (total > limits.uploadBytes + ENVELOPE_BYTES) return end(() => reject(fileTooLarge()));
      if (!form.write(chunk)) request.pause();
    };
    const onDrain = () => request.resume();
    let ended = false;
    const onEnd = () => {
      ended = true;
      form.end();
    };
    const onClose = () => {
      if (!ended) end(() => reject(new ClientGone()));
    };
    const onAbort = () => end(() => reject(signal.reason as Error));
    const end = (settle: () => void) => {
      watch.stop();
      // Without a listener a flowing stream throws its bytes away as fast as they come.
      request.pause();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      signal.removeEventListener('abort', onAbort);
      form.off('drain', onDrain);
      settle();
    };
    form.on('drain', onDrain);
    form.on('finish', () => end(() => settle(() => parts.result(), resolve, reject)));
    request.on('error', onClose);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (request.destroyed) onClose();
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

/** Collects the parts of one form; `refuse` is called at the first thing that cannot be taken. */
class Parts {
  private readonly file: ByteCollector;
  private files = 0;
  private found: { declaredType: string; fileName: string } | null = null;
  private comment: string | null = null;

  constructor(
    form: BusboyInstance,
    room: Buffer,
    private readonly refuse: (error: Error) => void,
  ) {
    this.file = new ByteCollector(limits.uploadBytes - 1, room.subarray(CIPHER_HEADER));
    form.on('file', (name, stream, fileName, _encoding, type) => this.onFile(name, stream, fileName, type));
    form.on('field', (name, value, _nameCut, cut) => this.onField(name, value, cut));
    form.on('filesLimit', () => refuse(fileRequired()));
    for (const event of ['partsLimit', 'fieldsLimit'] as const)
      form.on(event, () => refuse(unreadableBody()));
    form.on('error', () => refuse(this.found ? unreadableBody() : fileRequired()));
  }

  /** Throws when there is no file, or none in it. */
  result(): ReceivedFile {
    if (!this.found) throw fileRequired();
    if (this.file.size === 0) throw this.found.fileName === '' ? fileRequired() : fileEmpty();
    return { ...this.found, bytes: this.file.bytes(), comment: this.comment };
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
      if (!this.file.add(chunk)) this.refuse(fileTooLarge());
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
