/**
 * A PDF object, reduced to what matters here. Names keep their slash, so that they are never mistaken for
 * keywords.
 */
export type PdfValue =
  | number
  | boolean
  | PdfName
  | Buffer
  | PdfRef
  | PdfValue[]
  | PdfDict
  | Conflicting
  | null;
export type PdfName = `/${string}`;
export type PdfDict = Map<PdfName, PdfValue>;
export interface PdfRef {
  object: number;
}

/** The values of a key that occurs more than once in a dictionary: viewers disagree on which one counts. */
export class Conflicting {
  constructor(readonly values: PdfValue[]) {}
}

/** Each value that a viewer may see: several when a key occurs more than once. */
export const possible = (value: PdfValue | undefined): PdfValue[] =>
  value instanceof Conflicting ? value.values : value === undefined ? [] : [value];

export const isName = (value: unknown): value is PdfName => typeof value === 'string';
export const isDict = (value: unknown): value is PdfDict => value instanceof Map;
export const isRef = (value: unknown): value is PdfRef =>
  typeof value === 'object' && value !== null && 'object' in value;
export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** Thrown for a file that cannot be inspected: it exceeds a limit, or contains an object stream that cannot be read. */
export class PdfUncheckable extends Error {
  constructor(reason: string) {
    super(`This PDF cannot be inspected: ${reason}`);
    this.name = 'PdfUncheckable';
  }
}

/** Bytes that may still be read or unpacked, which bounds the work on a hostile file. */
export class WorkBudget {
  constructor(private left: number) {}

  /** Throws {@link PdfUncheckable} when fewer than `bytes` are left. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new PdfUncheckable('too much work');
  }
}
