import { inflateRawSync, inflateSync } from 'node:zlib';
import { describesEncryption, openWithoutPassword, type ObjectId, type PdfKey } from './pdf-encryption.js';
import { isDigit, isWhite, PdfLexer } from './pdf-lexer.js';
import { PdfParser, type PdfVisitor } from './pdf-parser.js';
import {
  isCount,
  isDict,
  isName,
  isRef,
  PdfUncheckable,
  WorkBudget,
  type PdfDict,
  type PdfName,
  type PdfValue,
} from './pdf-values.js';

/** What there is to say about a PDF before a clinician opens it; the policy decides what of it is refused. */
export const pdfFindings = [
  'javascript',
  'launch',
  'attachments',
  'password',
  'uncheckable',
  'unreadable',
] as const;
export type PdfFinding = (typeof pdfFindings)[number];

const MiB = 1024 * 1024;
/** Work on one file: reading everything several times over, and unpacking, all in all and at once. */
const READ_BYTES = 256 * MiB;
const UNPACKED_BYTES = 64 * MiB;
const UNPACKED_AT_ONCE = 16 * MiB;
/** Far more than any program writes; what is remembered of a file is bounded by them. */
const MOST_OBJECT_STREAMS = 20_000;
const MOST_PER_STREAM = 50_000;
const MOST_CANDIDATES = 8;

/** Names that give something away wherever they stand. */
const telling = new Map<PdfName, PdfFinding>([
  ['/JavaScript', 'javascript'],
  ['/OnInstantiate', 'javascript'],
  ['/XFA', 'javascript'],
  ['/Launch', 'launch'],
  ['/EmbeddedFile', 'attachments'],
  ['/EmbeddedFiles', 'attachments'],
  ['/FileAttachment', 'attachments'],
  ['/RichMedia', 'attachments'],
]);
/** Keys of a file specification besides the embedded file. */
const fileKeys: PdfName[] = ['/F', '/UF', '/Type', '/Desc', '/AFRelationship'];

/**
 * Looks through a PDF without trusting its own table of contents: every object that stands anywhere in the file,
 * superseded ones and those inside other data included, and every object inside every object stream, compressed or
 * encrypted. So neither an update nor a damaged table nor a name written as `/J#61vaScript` hides anything.
 * Takes time and memory within fixed bounds; what would need more is 'uncheckable'.
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

/** What is remembered of an object stream until the rest of the file has been read. */
interface ObjectStream {
  /** Where its data begins in the file. */
  start: number;
  id: ObjectId | null;
  packing: 'plain' | 'deflated' | 'unusual';
  /** As its dictionary says; null when it says no number. */
  count: number | null;
  first: number | null;
  length: number | null;
}

class Inspection implements PdfVisitor {
  readonly findings = new Set<PdfFinding>();
  private readonly reading = new WorkBudget(READ_BYTES);
  private readonly unpacking = new WorkBudget(UNPACKED_BYTES);
  private readonly objectStreams: ObjectStream[] = [];
  private readonly encryptions: PdfDict[] = [];
  private readonly fileIds: Buffer[] = [Buffer.alloc(0)];
  private encrypted = false;
  private hasRoot = false;

  constructor(private readonly file: Buffer) {}

  run(): void {
    for (const at of anchors(this.file, 'trailer')) this.readTrailer(this.parserAt(at).value());
    for (const at of anchors(this.file, 'obj')) this.readObject(at);
    if (!this.hasRoot) this.findings.add('unreadable');
    const keys = this.encrypted ? this.open() : [null];
    if (keys.length === 0) this.findings.add('password');
    else for (const stream of this.objectStreams) this.readObjectStream(stream, keys);
  }

  onName(name: PdfName): void {
    const finding = telling.get(name);
    if (finding) this.findings.add(finding);
    if (name === '/Catalog') this.hasRoot = true;
  }

  onDict(dict: PdfDict): void {
    if (dict.has('/JS') && dict.has('/S')) this.findings.add('javascript');
    if (dict.has('/EF') && fileKeys.some((key) => dict.has(key))) this.findings.add('attachments');
    if (this.encryptions.length < MOST_CANDIDATES && describesEncryption(dict)) this.encryptions.push(dict);
  }

  private parserAt(at: number, bytes = this.file): PdfParser {
    return new PdfParser(new PdfLexer(bytes, at), this, this.reading);
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
    const start = this.dataAfter(lexer);
    if (start === null || !isDict(value)) return;
    // The dictionary of a cross-reference stream is a trailer as well.
    this.readTrailer(value);
    if (!value.has('/First') && value.get('/Type') !== '/ObjStm') return;
    if (this.objectStreams.length >= MOST_OBJECT_STREAMS) throw new PdfUncheckable('too many object streams');
    this.objectStreams.push(describe(value, idBefore(this.file, at - 'obj'.length), start));
  }

  /** Where an object's stream begins; null without one. Names left over by a broken dictionary count as well. */
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

  /** Keys of a protected file that asks for no password; none when it asks. */
  private open(): PdfKey[] {
    const tries = this.encryptions.flatMap((dict) => this.fileIds.map((id) => [dict, id] as const));
    return tries.flatMap(([dict, id]) => openWithoutPassword(dict, id) ?? []);
  }

  private readObjectStream(stream: ObjectStream, keys: (PdfKey | null)[]): void {
    const { count, first } = stream;
    if (count === null || count > MOST_PER_STREAM || first === null)
      throw new PdfUncheckable('an object stream of unknown size');
    if (count === 0) return;
    const content = this.unpack(stream, keys);
    for (const offset of offsets(content, count, this.reading))
      this.parserAt(first + offset, content).value();
    this.readInSequence(content, first);
  }

  /** Some viewers take the objects one after the other and not where the index says. */
  private readInSequence(content: Buffer, first: number): void {
    const lexer = new PdfLexer(content, first);
    const parser = new PdfParser(lexer, this, this.reading);
    while (lexer.at < content.length) parser.value();
  }

  private unpack(stream: ObjectStream, keys: (PdfKey | null)[]): Buffer {
    if (stream.packing === 'unusual') throw new PdfUncheckable('an object stream in an unusual packing');
    for (const key of keys) {
      const data = key ? this.decrypted(stream, key) : this.file.subarray(stream.start);
      const content = stream.packing === 'deflated' ? this.inflate(data) : data;
      if (content && looksLikeIndex(content)) return content;
    }
    throw new PdfUncheckable('an object stream that cannot be unpacked');
  }

  /** To the end that it names, or to the first that is found: what is too much does no harm. */
  private decrypted({ length, id, start }: ObjectStream, key: PdfKey): Buffer {
    if (!id) throw new PdfUncheckable('an encrypted object stream without a number');
    const found = this.file.indexOf('endstream', start);
    const end = Math.max(length === null ? 0 : start + length, found === -1 ? this.file.length : found);
    const data = this.file.subarray(start, end);
    this.reading.spend(data.length);
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

/** Every place right behind `word` where it can be read as a word of its own. */
function* anchors(file: Buffer, word: string): Generator<number> {
  for (let at = file.indexOf(word); at !== -1; at = file.indexOf(word, at + 1)) {
    const before = file[at - 1];
    if (before === undefined || isWhite(before) || isDigit(before)) yield at + word.length;
  }
}

/** The number and generation in front of `obj`; null when there is something else. */
function idBefore(file: Buffer, at: number): ObjectId | null {
  const text = file.toString('latin1', Math.max(0, at - 40), at);
  const [, number, generation] = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]*$/.exec(text) ?? [];
  return number && generation ? { number: Number(number), generation: Number(generation) } : null;
}

/** Behind `stream`, spaces and one line end. */
function afterLineEnd(file: Buffer, from: number): number {
  let at = from;
  while (file[at] === 0x20 || file[at] === 0x09) at += 1;
  if (file[at] === 0x0d && file[at + 1] === 0x0a) return at + 2;
  return file[at] === 0x0a || file[at] === 0x0d ? at + 1 : from;
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
  };
}

/** Object streams are written plain or deflated; whatever else is said of one is a way of hiding. */
function packingOf(dict: PdfDict): ObjectStream['packing'] {
  const filters = listed(dict.get('/Filter'));
  const parameters = listed(dict.get('/DecodeParms') ?? dict.get('/DP'));
  if (filters.length === 0) return dict.has('/Filter') && dict.get('/Filter') === null ? 'unusual' : 'plain';
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

/** Where the objects of an object stream begin, as its index says: pairs of number and offset. */
function offsets(content: Buffer, count: number, budget: WorkBudget): Set<number> {
  const lexer = new PdfLexer(content);
  const found = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const before = lexer.at;
    const [number, offset] = [lexer.next(), lexer.next()];
    budget.spend(lexer.at - before);
    if (!isCount(number) || !isCount(offset)) break;
    found.add(offset);
  }
  return found;
}
