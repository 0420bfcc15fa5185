/** Injection token of the {@link Scanner}. */
export const SCANNER = Symbol('scanner');

/** What a scanner found; the signature is its own name for the malware. */
export type ScanResult = { verdict: 'clean' } | { verdict: 'infected'; signature: string };
export type Verdict = ScanResult['verdict'];

/** Looks for malware. */
export interface Scanner {
  /** Throws {@link ScannerUnavailable} when there is no verdict, for whatever reason: never a guess. */
  scan(file: Buffer): Promise<ScanResult>;
}

/** Why there is no verdict: an operator mends each in another place. */
export type NoVerdict = 'unreachable' | 'too slow' | 'too large' | 'failed';

export class ScannerUnavailable extends Error {
  constructor(
    readonly reason: NoVerdict,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`No malware verdict: ${detail}`, options);
    this.name = 'ScannerUnavailable';
  }
}

/** No scanner is configured: everything passes. Refused by the configuration in production. */
export const noScanner: Scanner = { scan: () => Promise.resolve({ verdict: 'clean' }) };
