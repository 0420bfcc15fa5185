import { inflateRawSync, inflateSync } from 'node:zlib';
import { AutomaticActions } from './pdf-automatic-actions.js';
import { describesEncryption, openWithoutPassword, type ObjectId, type PdfKey } from './pdf-encryption.js';
import { isDigit, isWhite, PdfLexer } from './pdf-lexer.js';
import { OutsideFiles } from './pdf-outside.js';
import { PdfParser, type PdfVisitor } from './pdf-parser.js';
import {
  isCount,
  isDict,
  isName,
  isRef,
  PdfUncheckable,
  possible,
  WorkBudget,
  type PdfDict,
  type PdfName,
  type PdfValue,
} from './pdf-values.js';

/** Findings about a PDF before a clinician opens it; the policy decides what is rejected. */
export const pdfFindings = [
  'javascript',
  'launch',
  'remote',
  'attachments',
  'password',
  'incomplete',
  'uncheckable',
  'unreadable',
] as const;
export type PdfFinding = (typeof pdfFindings)[number];

const KiB = 1024;
const MiB = 1024 * KiB;
/**
 * Work on one file grows linearly with its size. Normal files are read once or twice; only a malicious one
 * has objects nested in objects, each of which is read from its own start.
 */
const readingOf = (size: number) => new WorkBudget(10 * size + 64 * KiB);
const readingOfUnpacked = (size: number) => new WorkBudget(4 * size + 64 * KiB);
/** Limits of unpacked bytes: per byte of the file, in total, and at once. */
const UNPACKED_PER_BYTE = 32;
const UNPACKED_BYTES = 64 * MiB;
const UNPACKED_AT_ONCE = 16 * MiB;
/** Far more than any program writes; these limits bound the memory for a file. */
const MOST_OBJECT_STREAMS = 20_000;
const MOST_PER_STREAM = 50_000;
const MOST_CANDIDATES = 8;

/** Names that are findings wherever they occur. */
const telling = new Map<PdfName, PdfFinding>([
  ['/JavaScript', 'javascript'],
  ['/OnInstantiate', 'javascript'],
  ['/XFA', 'javascript'],
  ['/Launch', 'launch'],
  ['/GoToR', 'remote'],
  ['/GoToE', 'remote'],
  ['/SubmitForm', 'remote'],
  ['/ImportData', 'remote'],
  ['/Rendition', 'remote'],
  ['/Movie', 'remote'],
  ['/EmbeddedFile', 'attachments'],
  ['/EmbeddedFiles', 'attachments'],
  ['/FileAttachment', 'attachments'],
  ['/RichMedia', 'attachments'],
]);
/** Keys of a file specification in addition to the embedded file. */
const fileKeys: PdfName[] = ['/F', '/UF', '/Type', '/Desc', '/AFRelationship'];

/**
 * Searches a PDF without trusting its cross-reference table: every object anywhere in the file, including
 * superseded ones and those inside other data, and every object inside every object stream, compressed or
 * encrypted. So neither an update nor a damaged table nor a name written as `/J#61vaScript` hides anything.
 * Time and memory are bounded; a file that would need more is 'uncheckable'.
 */
export function inspectPdf(file: Buffer): Set<PdfFinding> {
  const inspection = new Inspection(file);
  try {
    inspection.run();
  } catch (error) {
    if (!(error instanceof PdfUncheckable)) throw error;
    inspection.findings.add('uncheckable');
  }
  return inspection.findings;
}

/** An object stream while the rest of the file is still being read. */
interface ObjectStream {
  /** Offset of its data in the file. */
  start: number;
  id: ObjectId | null;
  packing: 'plain' | 'deflated' | 'unusual';
  /** From its dictionary; null if absent or not a number. */
  count: number | null;
  first: number | null;
  length: number | null;
  /** Whether its dictionary declares objects. */
  declared: boolean;
}

class Inspection implements PdfVisitor {
  readonly findings = new Set<PdfFinding>();
  private readonly reading: WorkBudget;
  private readonly unpacking: WorkBudget;
  private readonly outside = new OutsideFiles();
  private readonly automatic = new AutomaticActions();
  /** The object being read; null within an object stream. */
  private current: ObjectId | null = null;
  private readonly objectStreams: ObjectStream[] = [];
  private readonly encryptions: PdfDict[] = [];
  private readonly fileIds: Buffer[] = [Buffer.alloc(0)];
  private encrypted = false;
  private hasRoot = false;
  private hasPage = false;
  private hasPageTree = false;
  /**
   * True once a cross-reference stream was found: it can refer to objects in streams that are not declared as object
   * streams.
   */
  private hasXrefStream = false;

  constructor(private readonly file: Buffer) {
    this.reading = readingOf(file.length);
    this.unpacking = new WorkBudget(Math.min(UNPACKED_BYTES, UNPACKED_PER_BYTE * file.length + MiB));
  }

  run(): void {
    for (const at of anchors(this.file, 'trailer')) this.readTrailer(this.parserAt(at).value());
    const lastObject = this.readObjects();
    const end = endOf(this.file, lastObject);
    if (end === 'in an object' || end === 'in its first part') this.findings.add('incomplete');
    const keys = this.encrypted ? this.open() : [];
    if (this.encrypted && keys.length === 0) this.findings.add('password');
    else this.readObjectStreams(keys);
    if (this.automatic.found() || this.outside.found(keys)) this.findings.add('remote');
    if (!this.hasRoot) this.findings.add('unreadable');
    if (
      end === 'missing' &&
      !(this.hasRoot && this.hasPageTree && this.hasPage) &&
      !this.findings.has('password')
    )
      this.findings.add('incomplete');
  }

  /** Returns where the last numbered object starts; null if there is none. */
  private readObjects(): number | null {
    let last: number | null = null;
    for (const at of anchors(this.file, 'obj')) {
      this.current = idBefore(this.file, at - 'obj'.length);
      if (this.current) last = at;
      this.readObject(at);
    }
    this.current = null;
    return last;
  }

  private readObjectStreams(keys: PdfKey[]): void {
    for (const stream of this.objectStreams) this.readObjectStream(stream, this.encrypted ? keys : [null]);
  }

  onName(name: PdfName): void {
    const finding = telling.get(name);
    if (finding) this.findings.add(finding);
    if (name === '/Catalog') this.hasRoot = true;
  }

  onDict(dict: PdfDict): void {
    if (dict.has('/JS') && dict.has('/S')) this.findings.add('javascript');
    if (dict.has('/EF') && fileKeys.some((key) => dict.has(key))) this.findings.add('attachments');
    if (dict.get('/Type') === '/Page') this.hasPage = true;
    if (dict.has('/Kids') && dict.has('/Count')) this.hasPageTree = true;
    this.automatic.onDict(dict);
    this.outside.onDict(dict, this.current);
    if (this.encryptions.length < MOST_CANDIDATES && describesEncryption(dict)) this.encryptions.push(dict);
  }

  private parserAt(at: number, bytes = this.file, budget = this.reading): PdfParser {
    return new PdfParser(new PdfLexer(bytes, at), this, budget);
  }

  private onObject(number: number | null, value: PdfValue): void {
    this.automatic.onObject(number, value);
    if (Buffer.isBuffer(value)) this.outside.onName(value, this.current);
  }

  private readTrailer(value: PdfValue): void {
    if (!isDict(value)) return;
    if (value.has('/Root')) this.hasRoot = true;
    const encryption = value.get('/Encrypt');
    if (isDict(encryption) || isRef(encryption)) this.encrypted = true;
    const ids = value.get('/ID');
    const first = Array.isArray(ids) ? ids[0] : undefined;
    if (Buffer.isBuffer(first) && this.fileIds.length < MOST_CANDIDATES) this.fileIds.push(first);
  }

  private readObject(at: number): void {
    const lexer = new PdfLexer(this.file, at);
    const value = new PdfParser(lexer, this, this.reading).value();
    this.onObject(this.current?.number ?? null, value);
    const start = this.dataAfter(lexer);
    if (start === null || !isDict(value)) return;
    this.outside.onStream(value);
    // The dictionary of a cross-reference stream is a trailer as well.
    this.readTrailer(value);
    if (value.has('/W')) this.hasXrefStream = true;
    if (mayHoldObjects(value)) this.rememberObjectStream(describe(value, this.current, start));
  }

  private rememberObjectStream(stream: ObjectStream): void {
    if (this.objectStreams.length >= MOST_OBJECT_STREAMS) throw new PdfUncheckable('too many object streams');
    this.objectStreams.push(stream);
  }

  /**
   * Returns where an object's stream starts; null if it has none. Names left over from a broken dictionary
   * count as well.
   */
  private dataAfter(lexer: PdfLexer): number | null {
    for (;;) {
      const before = lexer.at;
      const token = lexer.next();
      this.reading.spend(lexer.at - before);
      if (isName(token)) this.onName(token);
      if (token === null) return null;
      if (typeof token !== 'object' || !('keyword' in token)) continue;
      if (token.keyword === 'stream') return afterLineEnd(this.file, lexer.at);
      if (token.keyword === 'endobj' || token.keyword.startsWith('obj')) return null;
    }
  }

  /** Keys of a protected file that opens without a password; none otherwise. */
  private open(): PdfKey[] {
    const tries = this.encryptions.flatMap((dict) =>
      fileIdsFor(dict, this.fileIds).map((id) => [dict, id] as const),
    );
    return tries.flatMap(([dict, id]) => openWithoutPassword(dict, id) ?? []);
  }

  private readObjectStream(stream: ObjectStream, keys: (PdfKey | null)[]): void {
    const { count, first, declared } = stream;
    if (declared && (count === null || count > MOST_PER_STREAM || first === null))
      throw new PdfUncheckable('an object stream of unknown size');
    if (count === 0) return;
    for (const content of this.unpack(stream, keys)) this.readContent(content, stream);
  }

  private readContent(content: Buffer, { count, first }: ObjectStream): void {
    const budget = readingOfUnpacked(content.length);
    const index = indexOf(content, Math.min(count ?? MOST_PER_STREAM, MOST_PER_STREAM), budget);
    for (const [nth, { number, offset }] of index.entries())
      this.readPacked(content.subarray(first ?? 0), number, offset, index[nth + 1]?.offset, budget);
    this.readInSequence(content, first ?? 0, index, budget);
  }

  /** Some viewers end an object where the index places the next one, others read on. */
  private readPacked(
    objects: Buffer,
    number: number,
    offset: number,
    next: number | undefined,
    budget: WorkBudget,
  ): void {
    const whole = new PdfLexer(objects, offset);
    this.onObject(number, new PdfParser(whole, this, budget).value());
    if (next !== undefined && next > offset && whole.at > next)
      this.onObject(number, this.parserAt(offset, objects.subarray(0, next), budget).value());
  }

  /** Some viewers read the objects one after the other, without the index. */
  private readInSequence(content: Buffer, first: number, index: IndexEntry[], budget: WorkBudget): void {
    const lexer = new PdfLexer(content, first);
    const parser = new PdfParser(lexer, this, budget);
    for (let nth = 0; lexer.at < content.length; nth += 1)
      this.onObject(index[nth]?.number ?? null, parser.value());
  }

  /**
   * The stream's content, for each end that a viewer may assume. Empty for a stream without objects that
   * merely has the right keys, such as a colour profile with its `/N`: no viewer finds an index in it.
   */
  private unpack(stream: ObjectStream, keys: (PdfKey | null)[]): Buffer[] {
    let readable = false;
    if (stream.packing !== 'unusual')
      for (const key of keys) {
        const contents = this.contentsOf(stream, key);
        const indexed = contents.filter(looksLikeIndex);
        if (indexed.length > 0) return indexed;
        readable ||= contents.length > 0;
      }
    if (!stream.declared && (readable || !this.hasXrefStream)) return [];
    throw new PdfUncheckable('an object stream that cannot be unpacked');
  }

  private contentsOf(stream: ObjectStream, key: PdfKey | null): Buffer[] {
    if (stream.packing === 'deflated') {
      // Deflated data have their own end, so extra bytes do no harm.
      const data = key
        ? this.decrypted(this.dataOf(stream)[0], stream, key)
        : this.file.subarray(stream.start);
      const content = this.inflate(data);
      return content ? [content] : [];
    }
    return this.dataOf(stream).map((data) => (key ? this.decrypted(data, stream, key) : data));
  }

  /** Up to the declared end and to the first one found, the longer first: viewers may choose either. */
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

/** AES-256 does not use the file's id, so trying each id would cost a thousand hashes for nothing. */
const fileIdsFor = (encryption: PdfDict, ids: Buffer[]) =>
  Number(encryption.get('/V')) >= 5 ? ids.slice(0, 1) : ids;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Every position directly after `word` where it can be read as a separate word. */
function* anchors(file: Buffer, word: string): Generator<number> {
  for (let at = file.indexOf(word); at !== -1; at = file.indexOf(word, at + 1)) {
    const before = file[at - 1];
    if (before === undefined || isWhite(before) || isDigit(before)) yield at + word.length;
  }
}

/** The number and generation before `obj`; null for anything else. */
function idBefore(file: Buffer, at: number): ObjectId | null {
  const text = file.toString('latin1', Math.max(0, at - 40), at);
  const [, number, generation] = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]*$/.exec(text) ?? [];
  return number && generation ? { number: Number(number), generation: Number(generation) } : null;
}

/** The position after `stream`, spaces and one line end. */
function afterLineEnd(file: Buffer, from: number): number {
  let at = from;
  while (file[at] === 0x20 || file[at] === 0x09) at += 1;
  if (file[at] === 0x0d && file[at + 1] === 0x0a) return at + 2;
  return file[at] === 0x0a || file[at] === 0x0d ? at + 1 : from;
}

/** MuPDF reads one without `/Type` and `/First` when a cross-reference stream points into it. */
const mayHoldObjects = (dict: PdfDict) => dict.has('/N') || isDeclared(dict);
const isDeclared = (dict: PdfDict) =>
  dict.has('/First') || possible(dict.get('/Type')).some((type) => type === '/ObjStm');

/**
 * How the file ends: properly, `in an object` that is cut off, after `its first part` of a linearized file,
 * or without the `missing` end marks after its last object. A file without any object only resembles a PDF,
 * so nothing can be said to be missing.
 */
function endOf(
  file: Buffer,
  lastObject: number | null,
): 'proper' | 'in an object' | 'in its first part' | 'missing' {
  if (lastObject === null) return 'proper';
  const marked = ['startxref', '%%EOF'].some((mark) => file.includes(mark, lastObject));
  if (marked) return endsWithFirstPart(file) ? 'in its first part' : 'proper';
  return file.includes('endobj', lastObject) ? 'missing' : 'in an object';
}

/** The first part of a linearized file ends in `startxref 0`; a complete file does not end with it. */
function endsWithFirstPart(file: Buffer): boolean {
  const last = file.toString('latin1', file.lastIndexOf('startxref')).slice(0, 40);
  return file.subarray(0, KiB).includes('/Linearized') && /^startxref\s+0\s/.test(last);
}

function describe(dict: PdfDict, id: ObjectId | null, start: number): ObjectStream {
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

const looksLikeIndex = (content: Buffer) => {
  const lexer = new PdfLexer(content);
  return isCount(lexer.next()) && isCount(lexer.next());
};

interface IndexEntry {
  number: number;
  /** From the first object on. */
  offset: number;
}

/** The index of an object stream: pairs of number and offset. */
function indexOf(content: Buffer, count: number, budget: WorkBudget): IndexEntry[] {
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
