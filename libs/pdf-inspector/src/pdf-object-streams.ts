import { inflateRawSync, inflateSync } from 'node:zlib';
import type { ObjectId, PdfKey } from './pdf-encryption.js';
import { PdfLexer } from './pdf-lexer.js';
import {
  isCount,
  isDict,
  PdfUncheckable,
  possible,
  WorkBudget,
  type PdfDict,
  type PdfName,
  type PdfValue,
} from './pdf-values.js';

const MiB = 1024 * 1024;
/** Limits on unpacked bytes: per byte of the file, in total, and for one stream. */
const UNPACKED_PER_BYTE = 32;
const UNPACKED_BYTES = 64 * MiB;
const UNPACKED_AT_ONCE = 16 * MiB;

/** An object stream, remembered until the rest of the file has been read. */
export interface ObjectStream {
  /** Offset of its data in the file. */
  start: number;
  id: ObjectId | null;
  packing: 'plain' | 'deflated' | 'unusual';
  /** From its dictionary, like the next two; null unless it is a non-negative integer. */
  count: number | null;
  first: number | null;
  length: number | null;
  /** Whether its dictionary declares it as an object stream. */
  declared: boolean;
}

/** MuPDF reads an object stream without `/Type` and `/First` when a cross-reference stream points into it. */
export const mayHoldObjects = (dict: PdfDict) => dict.has('/N') || isDeclared(dict);
const isDeclared = (dict: PdfDict) =>
  dict.has('/First') || possible(dict.get('/Type')).some((type) => type === '/ObjStm');

/** Describes a stream from its dictionary; its data starts at `start`. */
export function describeObjectStream(dict: PdfDict, id: ObjectId | null, start: number): ObjectStream {
  const number = (name: PdfName) => {
    const value = dict.get(name);
    return isCount(value) ? value : null;
  };
  return {
    start,
    id,
    packing: packingOf(dict),
    count: number('/N'),
    first: number('/First'),
    length: number('/Length'),
    declared: isDeclared(dict),
  };
}

/** Object streams are plain or deflated; any other filter could hide objects. */
function packingOf(dict: PdfDict): ObjectStream['packing'] {
  const given = dict.get('/Filter') ?? dict.get('/F');
  const filters = listed(given);
  const parameters = listed(dict.get('/DecodeParms') ?? dict.get('/DP'));
  if (filters.length === 0) return dict.has('/Filter') || dict.has('/F') ? 'unusual' : 'plain';
  const known = filters.length === 1 && (filters[0] === '/FlateDecode' || filters[0] === '/Fl');
  return known && parameters.every(isPlain) ? 'deflated' : 'unusual';
}

const listed = (value: PdfValue | undefined): PdfValue[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const isPlain = (value: PdfValue) =>
  value === null || (isDict(value) && (value.get('/Predictor') ?? 1) === 1);

/** Unpacks the object streams of one file, with one budget for all of them and a limit for each. */
export class ObjectStreamUnpacker {
  private readonly unpacking: WorkBudget;

  /** `reading` is the budget for reading the file. */
  constructor(
    private readonly file: Buffer,
    private readonly reading: WorkBudget,
  ) {
    this.unpacking = new WorkBudget(Math.min(UNPACKED_BYTES, UNPACKED_PER_BYTE * file.length + MiB));
  }

  /**
   * Returns the content for each end that a viewer may assume. Returns nothing for an undeclared stream that only
   * happens to have the right keys, such as a colour profile with `/N`: one that contains no index, or one that
   * cannot be unpacked in a file without a cross-reference stream (`hasXrefStream`), in which no viewer reads it as
   * an object stream. Throws {@link PdfUncheckable} for any other stream without a readable index, and for one that
   * exceeds a limit or is encrypted but has no object number.
   */
  unpack(stream: ObjectStream, keys: (PdfKey | null)[], hasXrefStream: boolean): Buffer[] {
    let readable = false;
    if (stream.packing !== 'unusual')
      for (const key of keys) {
        const contents = this.contentsOf(stream, key);
        const indexed = contents.filter(looksLikeIndex);
        if (indexed.length > 0) return indexed;
        readable ||= contents.length > 0;
      }
    if (!stream.declared && (readable || !hasXrefStream)) return [];
    throw new PdfUncheckable('an object stream that cannot be unpacked');
  }

  private contentsOf(stream: ObjectStream, key: PdfKey | null): Buffer[] {
    if (stream.packing === 'deflated') {
      // Deflated data marks its own end, so extra bytes do no harm.
      const data = key
        ? this.decrypted(this.dataOf(stream)[0], stream, key)
        : this.file.subarray(stream.start);
      const content = this.inflate(data);
      return content ? [content] : [];
    }
    return this.dataOf(stream).map((data) => (key ? this.decrypted(data, stream, key) : data));
  }

  /** The data up to its declared end and up to the first `endstream`, the longer first: viewers may use either. */
  private dataOf({ length, start }: ObjectStream): [Buffer, ...Buffer[]] {
    const mark = this.file.indexOf('endstream', start);
    const found = mark === -1 ? this.file.length : mark;
    const named = length === null ? found : Math.min(start + length, this.file.length);
    this.reading.spend(Math.max(found, named) - start);
    const longer = this.file.subarray(start, Math.max(found, named));
    return found === named ? [longer] : [longer, this.file.subarray(start, Math.min(found, named))];
  }

  private decrypted(data: Buffer, { id }: ObjectStream, key: PdfKey): Buffer {
    if (!id) throw new PdfUncheckable('an encrypted object stream without a number');
    return key.decrypt(data, id);
  }

  private inflate(data: Buffer): Buffer | null {
    for (const unpack of [inflateSync, inflateRawSync]) {
      try {
        const content = unpack(data, { maxOutputLength: UNPACKED_AT_ONCE });
        this.unpacking.spend(content.length);
        return content;
      } catch (error) {
        if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new PdfUncheckable('it unpacks to too much');
      }
    }
    return null;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Whether the content starts with the first pair of an index. */
const looksLikeIndex = (content: Buffer) => {
  const lexer = new PdfLexer(content);
  return isCount(lexer.next()) && isCount(lexer.next());
};

export interface IndexEntry {
  number: number;
  /** Relative to the first object. */
  offset: number;
}

/** Reads the index of an object stream, pairs of number and offset: at most `count` of them. */
export function readIndex(content: Buffer, count: number, budget: WorkBudget): IndexEntry[] {
  const lexer = new PdfLexer(content);
  const found: IndexEntry[] = [];
  while (found.length < count) {
    const before = lexer.at;
    const [number, offset] = [lexer.next(), lexer.next()];
    budget.spend(lexer.at - before);
    if (!isCount(number) || !isCount(offset)) break;
    found.push({ number, offset });
  }
  return found;
}
