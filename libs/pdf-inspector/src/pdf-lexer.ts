import type { PdfName } from './pdf-values.js';

/** A bare word, such as `obj`, `stream`, `R` or `true`, or whatever a broken file has instead. */
export interface Keyword {
  keyword: string;
}
export type Mark = '<<' | '>>' | '[' | ']';
export type Token = number | PdfName | Buffer | Keyword | { mark: Mark } | null;

const WHITE = 1;
const DELIMITER = 2;
const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = WHITE;
for (const letter of '()<>[]{}/%') kinds[letter.charCodeAt(0)] = DELIMITER;

const code = (letter: string) => letter.charCodeAt(0);
const [SLASH, PERCENT, OPEN, CLOSE] = [code('/'), code('%'), code('('), code(')')];
const [LESS, GREATER, SQUARE_OPEN, SQUARE_CLOSE, BACKSLASH] = [
  code('<'),
  code('>'),
  code('['),
  code(']'),
  code('\\'),
];
const NUMBER_SIGN = code('#');
const LF = 10;
const CR = 13;
const marks: Record<Mark, { mark: Mark }> = {
  '<<': { mark: '<<' },
  '>>': { mark: '>>' },
  '[': { mark: '[' },
  ']': { mark: ']' },
};

/**
 * Only the start of longer texts is kept: the strings for decryption have at most 127 bytes, and a URL is
 * recognised by its start.
 */
const MAX_TEXT = 4096;
/** Longer names and words are irrelevant here, even with every character written as `#xx`. */
const MAX_WORD = 128;
const MAX_NAME = 3 * MAX_WORD;

export const isWhite = (byte: number | undefined): boolean => byte !== undefined && kinds[byte] === WHITE;
export const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Reads the tokens of a PDF from any position (ISO 32000-2 §7.2), as tolerantly as viewers do. */
export class PdfLexer {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
  ) {}

  /** The next token; null at the end. */
  next(): Token {
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === undefined) return null;
    if (byte === SLASH) return this.name();
    if (byte === OPEN) return this.literal();
    if (byte === LESS) return this.bytes[this.at + 1] === LESS ? this.mark('<<') : this.hex();
    if (byte === GREATER && this.bytes[this.at + 1] === GREATER) return this.mark('>>');
    if (byte === SQUARE_OPEN) return this.mark('[');
    if (byte === SQUARE_CLOSE) return this.mark(']');
    return kinds[byte] === DELIMITER ? this.stray() : this.word();
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    for (let byte = this.bytes[this.at]; byte !== undefined; byte = this.bytes[++this.at]) {
      if (byte === PERCENT) this.skipLine();
      else if (kinds[byte] !== WHITE) return;
    }
  }

  private skipLine(): void {
    const { bytes } = this;
    while (this.at + 1 < bytes.length && bytes[this.at + 1] !== LF && bytes[this.at + 1] !== CR) this.at += 1;
  }

  private mark(mark: Mark): Token {
    this.at += mark.length;
    return marks[mark];
  }

  private stray(): Keyword {
    this.at += 1;
    return { keyword: '' };
  }

  private word(): Token {
    const start = this.at;
    this.skipRegular();
    const text = this.bytes.toString('latin1', start, Math.min(this.at, start + MAX_WORD));
    const value = Number(text);
    return Number.isNaN(value) ? { keyword: text } : value;
  }

  private skipRegular(): void {
    const { bytes } = this;
    while (this.at < bytes.length && kinds[bytes[this.at] as number] === 0) this.at += 1;
  }

  /** Decodes every `#xx`: `/J#61vaScript` is `/JavaScript`. */
  private name(): PdfName {
    const start = this.at;
    this.at += 1;
    this.skipRegular();
    const end = Math.min(this.at, start + MAX_NAME);
    const escaped = this.bytes.subarray(start, end).includes(NUMBER_SIGN);
    return (
      escaped ? unescapeName(this.bytes, start, end) : this.bytes.toString('latin1', start, end)
    ) as PdfName;
  }

  private hex(): Buffer {
    const end = this.bytes.indexOf(GREATER, this.at);
    const stop = end === -1 ? this.bytes.length : end;
    const last = Math.min(stop, this.at + 1 + 2 * MAX_TEXT);
    const digits = this.bytes.toString('latin1', this.at + 1, last).replace(/[^0-9a-f]/gi, '');
    this.at = stop + 1;
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
  }

  private literal(): Buffer {
    const start = ++this.at;
    const { bytes } = this;
    for (let depth = 1; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at];
      if (byte === BACKSLASH) this.at += 1;
      else if (byte === OPEN) depth += 1;
      else if (byte === CLOSE && --depth === 0) break;
    }
    const raw = bytes.subarray(start, Math.min(this.at, start + MAX_TEXT));
    this.at += 1;
    return raw.indexOf(BACKSLASH) === -1 ? raw : unescapeLiteral(raw);
  }
}

/** The value of a hexadecimal digit; NaN for anything else. */
const hexDigit = (byte: number | undefined): number =>
  byte === undefined || isWhite(byte) ? NaN : Number.parseInt(String.fromCharCode(byte), 16);

function unescapeName(bytes: Buffer, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; at += 1) {
    const escape = bytes[at] === NUMBER_SIGN ? hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]) : NaN;
    if (!Number.isNaN(escape)) at += 2;
    name += String.fromCharCode(Number.isNaN(escape) ? (bytes[at] as number) : escape);
  }
  return name;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescapeLiteral(raw: Buffer): Buffer {
  const text = raw
    .toString('latin1')
    .replace(/\\(?:([0-7]{1,3})|(\r\n|[\r\n])|([\s\S]))/g, (_all, octal?: string, line?: string, one = '') =>
      octal
        ? String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
        : line
          ? ''
          : (escapes[one as string] ?? String(one)),
    );
  return Buffer.from(text, 'latin1');
}
