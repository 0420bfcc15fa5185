import { readSync, writeSync } from 'node:fs';

/**
 * Length of a frame's head. A frame is a message between the service and an inspector: two lengths
 * (big-endian), JSON, and bytes.
 */
const HEAD_BYTES = 8;

export interface Frame {
  message: unknown;
  bytes: Buffer;
}

/** The JSON of a frame is longer than the receiver accepts, which means that the sender is broken. */
class FrameTooLarge extends Error {
  constructor() {
    super('a frame is longer than allowed');
    this.name = 'FrameTooLarge';
  }
}

/** Lengths and JSON of a frame; its `size` bytes are written right after them. */
export function frameHead(message: unknown, size: number): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD_BYTES + json.length);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(size, 4);
  json.copy(head, HEAD_BYTES);
  return head;
}

/** Assembles frames from the chunks of a stream, within the allowed memory. */
export class FrameReader {
  private readonly head = Buffer.alloc(HEAD_BYTES);
  private json: Buffer | undefined;
  private bytes: Buffer = Buffer.alloc(0);
  private filled = 0;

  /** `roomFor` provides the memory for a frame's bytes; it throws when the size is not allowed. */
  constructor(
    private readonly maxJson: number,
    private readonly roomFor: (size: number) => Buffer,
    private readonly onFrame: (frame: Frame) => void,
  ) {}

  /** Throws {@link FrameTooLarge}, SyntaxError for broken JSON, or what `roomFor` and `onFrame` throw. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) at += this.take(chunk.subarray(at));
  }

  private take(chunk: Buffer): number {
    const target = this.target();
    const taken = chunk.copy(target.into, this.filled - target.from);
    this.filled += taken;
    this.advance();
    return taken;
  }

  private target(): { into: Buffer; from: number } {
    if (!this.json) return { into: this.head, from: 0 };
    const afterJson = HEAD_BYTES + this.json.length;
    return this.filled < afterJson
      ? { into: this.json, from: HEAD_BYTES }
      : { into: this.bytes, from: afterJson };
  }

  private advance(): void {
    if (!this.json && this.filled === HEAD_BYTES) this.readHead();
    if (!this.json || this.filled < HEAD_BYTES + this.json.length + this.bytes.length) return;
    const frame = { message: JSON.parse(this.json.toString()) as unknown, bytes: this.bytes };
    this.json = undefined;
    this.filled = 0;
    this.onFrame(frame);
  }

  private readHead(): void {
    const [json, size] = [this.head.readUInt32BE(0), this.head.readUInt32BE(4)];
    if (json > this.maxJson) throw new FrameTooLarge();
    this.json = Buffer.alloc(json);
    this.bytes = size === 0 ? Buffer.alloc(0) : this.roomFor(size);
  }
}

/**
 * Reads the next frame from a blocking pipe, with its bytes at the start of `buffer`; null when the other
 * side closed it.
 */
export function readFrame(fd: number, buffer: Buffer): Frame | null {
  const head = Buffer.alloc(HEAD_BYTES);
  if (!fill(fd, head)) return null;
  const json = Buffer.alloc(head.readUInt32BE(0));
  const bytes = buffer.subarray(0, head.readUInt32BE(4));
  if (!fill(fd, json) || !fill(fd, bytes)) return null;
  return { message: JSON.parse(json.toString()) as unknown, bytes };
}

export function writeFrame(fd: number, message: unknown, bytes: Buffer = Buffer.alloc(0)): void {
  for (const part of [frameHead(message, bytes.length), bytes])
    for (let at = 0; at < part.length;) at += writeSync(fd, part, at);
}

function fill(fd: number, buffer: Buffer): boolean {
  for (let at = 0; at < buffer.length;) {
    const read = readSync(fd, buffer, at, buffer.length - at, null);
    if (read === 0) return false;
    at += read;
  }
  return true;
}
