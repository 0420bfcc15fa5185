import type { Readable } from 'node:stream';
import { limits } from '@caredrop/contracts/limits';
import { Busboy } from '@fastify/busboy';
import { CONTENT_TYPE_MAX, type RejectionReason } from './protocol.js';

type BusboyInstance = InstanceType<typeof Busboy>;

const FILE = 'document';
const COMMENT = 'comment';
/** Maximum number of parts; a browser sends two. */
const MAX_PARTS = 32;
/** Maximum size of one part's headers, bytes. */
const MAX_HEADERS = 16 * 1024;
/** RFC 2046 allows 70 characters; some clients send more. */
const BOUNDARY = /;\s*boundary=(?:"([^"\\\r\n]{1,200})"|([^\s";,]{1,200}))\s*(?:;|$)/i;

/** The body is not a form that contains an acceptable file and comment. */
export class FormRejected extends Error {
  constructor(readonly reason: RejectionReason) {
    super(reason);
    this.name = 'FormRejected';
  }
}

/** A file that has arrived completely, and the fields sent with it. */
export interface Form {
  /** A view of the body. */
  bytes: Buffer;
  declaredType: string;
  fileName: string;
  comment: string | null;
}

/**
 * Reads a whole multipart body. The file is not copied. Throws {@link FormRejected}. Delimiters are counted
 * first: the parser creates a stream for every part, so a body that contains only delimiters would use a
 * gigabyte.
 */
export async function readForm(contentType: string, body: Buffer): Promise<Form> {
  const boundary = boundaryOf(contentType);
  if (boundary === null) throw new FormRejected('file_required');
  if (countUpTo(body, `--${boundary}`, MAX_PARTS + 1) > MAX_PARTS + 1)
    throw new FormRejected('form_unreadable');
  return readParts(openForm(boundary), body);
}

/** Null when the type is not that of a form, has no valid boundary, or is too long. */
function boundaryOf(contentType: string): string | null {
  if (contentType.length > CONTENT_TYPE_MAX || !/^multipart\/form-data\b/i.test(contentType)) return null;
  const found = BOUNDARY.exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

/** Counts occurrences of `text`, stopping at `most` + 1. */
function countUpTo(body: Buffer, text: string, most: number): number {
  let count = 0;
  for (let at = body.indexOf(text); at !== -1 && count <= most; at = body.indexOf(text, at + text.length))
    count += 1;
  return count;
}

/**
 * The boundary is passed on as it was read here, so that the parser finds the delimiters that were counted.
 */
const openForm = (boundary: string): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    preservePath: true,
    limits: {
      fields: 20,
      fieldNameSize: 100,
      fieldSize: 32 * 1024,
      files: 2,
      parts: MAX_PARTS,
      headerPairs: 40,
      headerSize: MAX_HEADERS,
    },
  });

function readParts(form: BusboyInstance, body: Buffer): Promise<Form> {
  return new Promise((resolve, reject) => {
    const parts = new Parts(form, (reason) => reject(new FormRejected(reason)));
    form.on(
      'finish',
      () =>
        void Promise.resolve()
          .then(() => parts.result())
          .then(resolve, reject),
    );
    form.end(body);
  });
}

/** Finds the parts of one form. Calls `reject` for each part that is not acceptable; only the first call counts. */
class Parts {
  private file: Buffer = Buffer.alloc(0);
  private files = 0;
  private found: { declaredType: string; fileName: string } | null = null;
  private comment: string | null = null;

  constructor(
    form: BusboyInstance,
    private readonly reject: (reason: RejectionReason) => void,
  ) {
    form.on('file', (name, stream, fileName, _encoding, type) => this.onFile(name, stream, fileName, type));
    form.on('field', (name, value, _nameCut, cut) => this.onField(name, value, cut));
    form.on('filesLimit', () => reject('file_required'));
    for (const event of ['partsLimit', 'fieldsLimit'] as const)
      form.on(event, () => reject('form_unreadable'));
    form.on('error', () => reject(this.found ? 'form_unreadable' : 'file_required'));
  }

  /** Throws when there is no file, or when it is empty. */
  result(): Form {
    if (!this.found) throw new FormRejected('file_required');
    if (this.file.length === 0)
      throw new FormRejected(this.found.fileName === '' ? 'file_required' : 'file_empty');
    return { ...this.found, bytes: this.file, comment: this.comment };
  }

  private onFile(
    name: string | undefined,
    stream: Readable,
    fileName: string | undefined,
    type: string,
  ): void {
    this.files += 1;
    stream.on('error', () => this.reject('form_unreadable'));
    if (this.files > 1) {
      stream.resume();
      return this.reject('file_required');
    }
    if (name !== FILE) return void stream.resume();
    this.found = { declaredType: type, fileName: fileName ?? '' };
    stream.on('data', (chunk: Buffer) => {
      this.file = joined(this.file, chunk);
      if (this.file.length >= limits.uploadBytes) this.reject('file_too_large');
    });
  }

  private onField(name: string | undefined, value: string, cut: boolean): void {
    if (name !== COMMENT) return;
    const comment = cleanText(value);
    if (cut || comment.length > limits.commentMax) return this.reject('comment_too_long');
    this.comment = comment === '' ? null : comment;
  }
}

/**
 * Joins two views of one body, the second after the first, into one. Moves bytes only where the parser left
 * some out.
 */
function joined(one: Buffer, other: Buffer): Buffer {
  if (one.length === 0) return other;
  const whole = Buffer.from(one.buffer, one.byteOffset, one.length + other.length);
  whole.set(other, one.length);
  return whole;
}

/**
 * Trimmed, with line ends as \n and without control characters other than tabs (Postgres rejects NUL, and logs
 * must not contain escape sequences).
 */
function cleanText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')

    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim();
}
