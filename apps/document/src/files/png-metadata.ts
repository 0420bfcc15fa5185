import { Compactor } from './compactor.js';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import { chunkAt, isIntact, makeChunk, nextChunk, SIGNATURE, type Chunk } from './png-chunks.js';
import { blankProfileChunk } from './png-profile.js';

const HEADER_LENGTH = 13;
const END = makeChunk('IEND', Buffer.alloc(0));
/**
 * Limit for chunks of one type, except picture data and frames. Chunks beyond it are removed: encoders write at most
 * one, and an attacker may write many to make reading slow.
 */
const MAX_OF_A_TYPE = 4;

/** Chunks before the picture data that affect how it is displayed, with the lengths that decoders accept. */
const needed: Record<string, number> = {
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  cICP: 4,
  pHYs: 9,
  acTL: 8,
};
/** Chunks whose length depends on the colour type: grey, RGB, palette, grey and RGB with alpha. */
const byColour: Record<string, Record<number, number>> = {
  tRNS: { 0: 2, 2: 6 },
  sBIT: { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 },
  bKGD: { 0: 2, 2: 6, 3: 1, 4: 2, 6: 6 },
};
const CHROMATICITY_MAX = 110_000;
const PALETTE_COLOURS = 3;
/** Offset in the data of IHDR. */
const COLOUR_TYPE_AT = 9;
/** Frames of an animation; part of the picture only if it is animated. */
const frames = new Set(['fcTL', 'fdAT']);
const FRAME_CONTROL = 26;
/** The highest defined values of a frame's disposal method and blending. */
const LAST_DISPOSAL = 2;
const LAST_BLENDING = 1;
const pictureData = new Set(['IDAT', 'fdAT']);

/** Keeps only what is needed to draw a PNG, in its own buffer; see {@link stripJpeg}. */
export function stripPng(file: Buffer): Buffer {
  const header = findHeader(file);
  return header ? new PngStripper(file, header).run() : stripUndrawable(file);
}

/** End of the picture: after its last chunk, or where the file stops being a PNG. */
export function endOfPng(file: Buffer): number {
  let at = SIGNATURE;
  const drawable = isDrawable(file);
  for (let next = read(file, at, drawable); next; next = read(file, at, drawable)) {
    at = next.end;
    if (next.type === 'IEND') break;
  }
  return at;
}

/**
 * Whether a picture has started but its end is missing. Picture data that does not match its checksum has
 * lost bytes, or includes bytes of other chunks.
 */
export function isPngCutShort(file: Buffer): boolean {
  if (!isDrawable(file)) return false;
  let begun = false;
  for (let next = nextChunk(file, SIGNATURE); next; next = nextChunk(file, next.end)) {
    if (next.type === 'IEND') return false;
    begun ||= next.type === 'IDAT';
    if (!next.whole || (pictureData.has(next.type) && !isIntact(file, next))) break;
  }
  return begun;
}

const read = (file: Buffer, at: number, drawable: boolean) => {
  const next = drawable ? nextChunk(file, at) : chunkAt(file, at);
  return next && (drawable || (next.whole && isNamed(next.type))) ? next : null;
};
const isNamed = (type: string) => /^[A-Za-z]{4}$/.test(type);

const isDrawable = (file: Buffer) => findHeader(file) !== null;

/** Some decoders skip chunks before the header, which should come first. */
function findHeader(file: Buffer): Chunk | null {
  for (let next = nextChunk(file, SIGNATURE); next?.whole; next = nextChunk(file, next.end)) {
    if (next.type === 'IHDR' && next.dataEnd - next.data === HEADER_LENGTH) return next;
    if (next.type === 'IDAT' || next.type === 'IEND') break;
  }
  return null;
}

/**
 * Handles a file that cannot be decoded: removes the ancillary chunks that are not listed above, and the data after
 * IEND. Keeps everything from the first bytes that are not a whole chunk.
 */
function stripUndrawable(file: Buffer): Buffer {
  const kept = new Compactor(file);
  kept.keep(0, SIGNATURE);
  let at = SIGNATURE;
  for (let next = read(file, at, false); next; next = read(file, at, false)) {
    at = next.end;
    const critical = /^[A-Z]/.test(next.type);
    if (critical || next.type in needed || next.type in byColour || frames.has(next.type))
      kept.keep(next.start, next.end);
    if (next.type === 'IEND') return kept.result();
  }
  kept.keep(at, file.length);
  return kept.result();
}

class PngStripper {
  private readonly kept: Compactor;
  private readonly seen = new Map<string, number>();
  private readonly colours: number;
  private paletteSize = 0;
  private turned = false;

  constructor(
    private readonly file: Buffer,
    private readonly header: Chunk,
  ) {
    this.colours = file[header.data + COLOUR_TYPE_AT] ?? 0;
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
    if (chunk.type === 'IDAT' || (chunk.type === 'IHDR' && chunk.start === this.header.start))
      this.keep(chunk);
    else if (chunk.type === 'eXIf') this.takeOrientation(chunk);
    else if (chunk.type === 'iCCP') this.takeProfile(chunk);
    else if (frames.has(chunk.type)) this.takeFrame(chunk);
    else if (this.isNeeded(chunk) && this.isOneOfFew(chunk)) this.keep(chunk);
  }

  private isNeeded(chunk: Chunk): boolean {
    if (this.seen.has('IDAT')) return false;
    const length = chunk.dataEnd - chunk.data;
    if (this.colours === PALETTE_COLOURS && chunk.type === 'PLTE') return this.isPalette(length);
    if (this.colours === PALETTE_COLOURS && chunk.type === 'tRNS') return length <= this.paletteSize;
    return length === (needed[chunk.type] ?? byColour[chunk.type]?.[this.colours]) && this.isPlausible(chunk);
  }

  /** Chromaticities are in 1/100,000; decoders ignore values that are too large. */
  private isPlausible({ type, data, dataEnd }: Chunk): boolean {
    if (type !== 'cHRM') return true;
    for (let at = data; at < dataEnd; at += 4)
      if (this.file.readUInt32BE(at) > CHROMATICITY_MAX) return false;
    return true;
  }

  private isPalette(length: number): boolean {
    if (this.paletteSize > 0 || length % 3 !== 0 || length > 768) return false;
    this.paletteSize = length / 3;
    return true;
  }

  private isOneOfFew(chunk: Chunk): boolean {
    return (this.seen.get(chunk.type) ?? 0) < MAX_OF_A_TYPE;
  }

  private takeFrame(chunk: Chunk): void {
    if (this.seen.has('acTL') && (chunk.type === 'fdAT' || this.isFrameControl(chunk))) this.keep(chunk);
  }

  /** Checks length, size, position, disposal method and blending; all frames must lie inside the picture. */
  private isFrameControl({ data, dataEnd }: Chunk): boolean {
    if (dataEnd - data !== FRAME_CONTROL) return false;
    const side = (at: number) => this.file.readUInt32BE(at);
    const fits = (size: number, offset: number, whole: number) => side(size) + side(offset) <= side(whole);
    return (
      fits(data + 4, data + 12, this.header.data) &&
      fits(data + 8, data + 16, this.header.data + 4) &&
      (this.file[dataEnd - 2] ?? 0) <= LAST_DISPOSAL &&
      (this.file[dataEnd - 1] ?? 0) <= LAST_BLENDING
    );
  }

  private takeOrientation(chunk: Chunk): void {
    if (this.turned || !this.count(chunk)) return;
    const orientation = readOrientation(this.file.subarray(chunk.data, chunk.dataEnd));
    if (orientation === null || orientation === 1) return;
    this.turned = true;
    const only = makeChunk('eXIf', orientationOnly(orientation));
    // A chunk too small for such a structure can only contain an orientation.
    if (only.length <= chunk.end - chunk.start) this.kept.put(only);
    else this.kept.keep(chunk.start, chunk.end);
  }

  private takeProfile(chunk: Chunk): void {
    if (this.seen.has('IDAT') || !this.count(chunk)) return;
    const blank = blankProfileChunk(
      this.file.subarray(chunk.start, chunk.end),
      this.file.subarray(chunk.data, chunk.dataEnd),
    );
    if (blank) this.kept.put(blank);
  }

  private count({ type }: Chunk): boolean {
    const before = this.seen.get(type) ?? 0;
    this.seen.set(type, before + 1);
    return before < MAX_OF_A_TYPE;
  }

  private keep(chunk: Chunk): void {
    this.count(chunk);
    this.kept.keep(chunk.start, chunk.end);
  }
}
