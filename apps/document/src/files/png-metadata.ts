import { Compactor } from './compactor.js';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import { chunkAt, isIntact, makeChunk, nextChunk, SIGNATURE, type Chunk } from './png-chunks.js';
import { blankProfileChunk } from './png-profile.js';

const HEADER_LENGTH = 13;
const END = makeChunk('IEND', Buffer.alloc(0));
/** Encoders write one of each; more than a few are an attack on the time that reading takes. */
const MOST_OF_A_TYPE = 4;

/** Chunks before the picture data that say how they are to be shown, by the lengths that decoders take. */
const needed: Record<string, [least: number, most: number]> = {
  PLTE: [3, 768],
  tRNS: [1, 256],
  gAMA: [4, 4],
  cHRM: [32, 32],
  sRGB: [1, 1],
  cICP: [4, 4],
  mDCV: [24, 24],
  cLLI: [8, 8],
  sBIT: [1, 4],
  bKGD: [1, 6],
  pHYs: [9, 9],
  acTL: [8, 8],
};
/** Frames of an animation: they are the picture, but only where there is one. */
const frames = new Set(['fcTL', 'fdAT']);
const FRAME_CONTROL = 26;

/** Keeps of a PNG only what is needed to draw it, in its own buffer; see {@link stripJpeg}. */
export function stripPng(file: Buffer): Buffer {
  return isDrawable(file) ? new PngStripper(file).run() : stripUndrawable(file);
}

/** Where the picture ends: behind its last chunk, or where the file stops being one. */
export function endOfPng(file: Buffer): number {
  let at = SIGNATURE;
  const drawable = isDrawable(file);
  for (let next = read(file, at, drawable); next; next = read(file, at, drawable)) {
    at = next.end;
    if (next.type === 'IEND') break;
  }
  return at;
}

/** Has a picture begun that the file does not hold the end of? */
export function isPngCutShort(file: Buffer): boolean {
  if (!isDrawable(file)) return false;
  let begun = false;
  for (let next = nextChunk(file, SIGNATURE); next; next = nextChunk(file, next.end)) {
    if (next.type === 'IEND') return false;
    begun ||= next.type === 'IDAT';
    if (!next.whole) break;
  }
  return begun;
}

const read = (file: Buffer, at: number, drawable: boolean) => {
  const next = drawable ? nextChunk(file, at) : chunkAt(file, at);
  return next && (drawable || (next.whole && isNamed(next.type))) ? next : null;
};
const isNamed = (type: string) => /^[A-Za-z]{4}$/.test(type);

function isDrawable(file: Buffer): boolean {
  const header = chunkAt(file, SIGNATURE);
  return header?.type === 'IHDR' && header.whole && header.dataEnd - header.data === HEADER_LENGTH;
}

/** Decoders cannot draw such a file: only what is metadata beyond doubt is cut, and what follows the end. */
function stripUndrawable(file: Buffer): Buffer {
  const kept = new Compactor(file);
  kept.keep(0, SIGNATURE);
  let at = SIGNATURE;
  for (let next = read(file, at, false); next; next = read(file, at, false)) {
    at = next.end;
    const critical = /^[A-Z]/.test(next.type);
    if (critical || next.type in needed || frames.has(next.type)) kept.keep(next.start, next.end);
    if (next.type === 'IEND') return kept.result();
  }
  kept.keep(at, file.length);
  return kept.result();
}

class PngStripper {
  private readonly kept: Compactor;
  private readonly seen = new Map<string, number>();
  private turned = false;

  constructor(private readonly file: Buffer) {
    this.kept = new Compactor(file);
    this.kept.keep(0, SIGNATURE);
  }

  run(): Buffer {
    for (let next = nextChunk(this.file, SIGNATURE); next; next = nextChunk(this.file, next.end)) {
      if (next.type === 'IEND') {
        this.kept.put(END);
        break;
      }
      this.take(next);
    }
    return this.kept.result();
  }

  private take(chunk: Chunk): void {
    if (chunk.type === 'IDAT' || (chunk.type === 'IHDR' && chunk.start === SIGNATURE)) this.keep(chunk);
    else if (chunk.type === 'eXIf') this.takeOrientation(chunk);
    else if (chunk.type === 'iCCP') this.takeProfile(chunk);
    else if (frames.has(chunk.type)) this.takeFrame(chunk);
    else if (this.isNeeded(chunk) && this.isOneOfFew(chunk)) this.keep(chunk);
  }

  private isNeeded(chunk: Chunk): boolean {
    const lengths = needed[chunk.type];
    const length = chunk.dataEnd - chunk.data;
    return lengths !== undefined && length >= lengths[0] && length <= lengths[1] && !this.seen.has('IDAT');
  }

  private isOneOfFew(chunk: Chunk): boolean {
    return (this.seen.get(chunk.type) ?? 0) < MOST_OF_A_TYPE && isIntact(this.file, chunk);
  }

  private takeFrame(chunk: Chunk): void {
    if (!this.seen.has('acTL') || !isIntact(this.file, chunk)) return;
    if (chunk.type === 'fdAT' || chunk.dataEnd - chunk.data === FRAME_CONTROL) this.keep(chunk);
  }

  private takeOrientation(chunk: Chunk): void {
    if (this.turned || !this.count(chunk)) return;
    const orientation = readOrientation(this.file.subarray(chunk.data, chunk.dataEnd));
    if (orientation === 1 || !isIntact(this.file, chunk)) return;
    this.turned = true;
    const only = makeChunk('eXIf', orientationOnly(orientation));
    // A chunk too small for it has no space for anything but an orientation either.
    if (only.length <= chunk.end - chunk.start) this.kept.put(only);
    else this.kept.keep(chunk.start, chunk.end);
  }

  private takeProfile(chunk: Chunk): void {
    if (this.seen.has('IDAT') || !this.count(chunk) || !isIntact(this.file, chunk)) return;
    const blank = blankProfileChunk(
      this.file.subarray(chunk.start, chunk.end),
      this.file.subarray(chunk.data, chunk.dataEnd),
    );
    if (blank) this.kept.put(blank);
  }

  private count({ type }: Chunk): boolean {
    const before = this.seen.get(type) ?? 0;
    this.seen.set(type, before + 1);
    return before < MOST_OF_A_TYPE;
  }

  private keep(chunk: Chunk): void {
    this.count(chunk);
    this.kept.keep(chunk.start, chunk.end);
  }
}
