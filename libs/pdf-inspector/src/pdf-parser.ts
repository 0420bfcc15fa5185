import { type PdfLexer, type Token } from './pdf-lexer.js';
import {
  Conflicting,
  isCount,
  isName,
  PdfUncheckable,
  type PdfDict,
  type PdfName,
  type PdfValue,
  type WorkBudget,
} from './pdf-values.js';

/** Deeper than any program nests, and far from a stack overflow. */
const DEEPEST = 200;
/**
 * Maximum number of tokens in one object. Bounds memory: each object is released before the next is parsed.
 */
const MAX_TOKENS = 200_000;

const words = new Map([
  ['true', true],
  ['false', false],
]);

/** Called for every name, and for every dictionary once it has been read, at any depth. */
export interface PdfVisitor {
  onName(name: PdfName): void;
  onDict(dict: PdfDict): void;
}

/**
 * Reads one object from `lexer`, as viewers do: skips what does not belong there and closes what was left
 * open.
 */
export class PdfParser {
  private depth = 0;
  private tokens = 0;

  constructor(
    private readonly lexer: PdfLexer,
    private readonly visitor: PdfVisitor,
    private readonly budget: WorkBudget,
  ) {}

  /** Throws {@link PdfUncheckable} when the object is too deep or too large, or the budget is used up. */
  value(): PdfValue {
    this.tokens = 0;
    return this.from(this.next());
  }

  private next(): Token {
    this.tokens += 1;
    if (this.tokens > MAX_TOKENS) throw new PdfUncheckable('an object of too many parts');
    const before = this.lexer.at;
    const token = this.lexer.next();
    this.budget.spend(this.lexer.at - before);
    return token;
  }

  private from(token: Token): PdfValue {
    if (typeof token === 'number') return this.numberOrRef(token);
    if (token === null || Buffer.isBuffer(token)) return token;
    if (isName(token)) return this.seen(token);
    if ('keyword' in token) return words.get(token.keyword) ?? null;
    if (token.mark === '<<') return this.nested(() => this.dict());
    return token.mark === '[' ? this.nested(() => this.array()) : null;
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new PdfUncheckable('nested too deep');
    const value = read();
    this.depth -= 1;
    return value;
  }

  private seen(name: PdfName): PdfName {
    this.visitor.onName(name);
    return name;
  }

  private dict(): PdfDict {
    const dict: PdfDict = new Map();
    for (let key = this.next(); key !== null && !isMark(key, '>>'); key = this.next()) {
      if (!isName(key)) continue;
      this.seen(key);
      const token = this.next();
      if (token === null || isMark(token, '>>')) break;
      const value = this.from(token);
      dict.set(key, dict.has(key) ? both(dict.get(key), value) : value);
    }
    this.visitor.onDict(dict);
    return dict;
  }

  private array(): PdfValue[] {
    const values: PdfValue[] = [];
    for (let token = this.next(); token !== null && !isMark(token, ']'); token = this.next())
      values.push(this.from(token));
    return values;
  }

  /** `5 0 R` is a reference; `5 0` are two numbers. */
  private numberOrRef(first: number): PdfValue {
    if (!isCount(first)) return first;
    const back = this.lexer.at;
    const refers = isCount(this.next()) && isKeyword(this.next(), 'R');
    if (refers) return { object: first };
    this.lexer.at = back;
    return first;
  }
}

function both(earlier: PdfValue | undefined, later: PdfValue): PdfValue {
  if (!(earlier instanceof Conflicting)) return new Conflicting([earlier ?? null, later]);
  earlier.values.push(later);
  return earlier;
}

const isMark = (token: Token, mark: string) =>
  token !== null && typeof token === 'object' && 'mark' in token && token.mark === mark;

const isKeyword = (token: Token, keyword: string) =>
  token !== null && typeof token === 'object' && 'keyword' in token && token.keyword === keyword;
