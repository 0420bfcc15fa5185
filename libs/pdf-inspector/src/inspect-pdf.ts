import { AutomaticActions } from './pdf-automatic-actions.js';
import { describesEncryption, openWithoutPassword, type ObjectId, type PdfKey } from './pdf-encryption.js';
import { PdfLexer } from './pdf-lexer.js';
import {
  describeObjectStream,
  mayHoldObjects,
  ObjectStreamUnpacker,
  readIndex,
  type IndexEntry,
  type ObjectStream,
} from './pdf-object-streams.js';
import { OutsideFiles } from './pdf-outside.js';
import { PdfParser, type PdfVisitor } from './pdf-parser.js';
import { afterLineEnd, anchors, endOf, idBefore } from './pdf-positions.js';
import {
  isDict,
  isName,
  isRef,
  PdfUncheckable,
  WorkBudget,
  type PdfDict,
  type PdfName,
  type PdfValue,
} from './pdf-values.js';

/** Findings about a PDF, the worst first; the policy decides which are rejected. */
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
/**
 * Work on one file grows linearly with its size. Normal files are read once or twice; only a malicious one
 * has objects nested in objects, each of which is read from its own start.
 */
const readingOf = (size: number) => new WorkBudget(10 * size + 64 * KiB);
const readingOfUnpacked = (size: number) => new WorkBudget(4 * size + 64 * KiB);
/** Far more than any program writes; these limits bound the memory for a file. */
const MAX_OBJECT_STREAMS = 20_000;
const MAX_PER_STREAM = 50_000;
const MAX_CANDIDATES = 8;

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
/** Keys that a file specification may have in addition to the embedded file (`/EF`). */
const fileKeys: PdfName[] = ['/F', '/UF', '/Type', '/Desc', '/AFRelationship'];

/**
 * Searches a PDF without trusting its cross-reference table: every object anywhere in the file, including superseded
 * ones and those inside other data, and every object inside every object stream, compressed or encrypted. So neither an
 * update nor a damaged table nor a name written as `/J#61vaScript` can hide anything. Time and memory are bounded; a
 * file that would need more is 'uncheckable'.
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

class Inspection implements PdfVisitor {
  readonly findings = new Set<PdfFinding>();
  private readonly reading: WorkBudget;
  private readonly unpacker: ObjectStreamUnpacker;
  private readonly outside = new OutsideFiles();
  private readonly automatic = new AutomaticActions();
  /** The object being read; null within an object stream, and for an object without a readable number. */
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
    this.unpacker = new ObjectStreamUnpacker(file, this.reading);
  }

  run(): void {
    for (const at of anchors(this.file, 'trailer')) this.readTrailer(this.parserAt(at).value());
    const lastObject = this.readObjects();
    const end = endOf(this.file, lastObject);
    if (end === 'in an object' || end === 'in its first part') this.findings.add('incomplete');
    const keys = this.encrypted ? this.open() : [];
    if (this.encrypted && keys.length === 0) this.findings.add('password');
    else this.readObjectStreams(keys);
    if (this.automatic.opensUrl() || this.outside.found(keys)) this.findings.add('remote');
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
    if (this.encryptions.length < MAX_CANDIDATES && describesEncryption(dict)) this.encryptions.push(dict);
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
    if (Buffer.isBuffer(first) && this.fileIds.length < MAX_CANDIDATES) this.fileIds.push(first);
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
    if (mayHoldObjects(value)) this.rememberObjectStream(describeObjectStream(value, this.current, start));
  }

  private rememberObjectStream(stream: ObjectStream): void {
    if (this.objectStreams.length >= MAX_OBJECT_STREAMS) throw new PdfUncheckable('too many object streams');
    this.objectStreams.push(stream);
  }

  /**
   * Returns where an object's stream starts; null if it has none. Also searches names left over from a broken
   * dictionary for findings.
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
    if (declared && (count === null || count > MAX_PER_STREAM || first === null))
      throw new PdfUncheckable('an object stream of unknown size');
    if (count === 0) return;
    for (const content of this.unpacker.unpack(stream, keys, this.hasXrefStream))
      this.readContent(content, stream);
  }

  private readContent(content: Buffer, { count, first }: ObjectStream): void {
    const budget = readingOfUnpacked(content.length);
    const index = readIndex(content, Math.min(count ?? MAX_PER_STREAM, MAX_PER_STREAM), budget);
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
}

/** AES-256 does not use the file's id, so one attempt is enough. */
const fileIdsFor = (encryption: PdfDict, ids: Buffer[]) =>
  Number(encryption.get('/V')) >= 5 ? ids.slice(0, 1) : ids;
