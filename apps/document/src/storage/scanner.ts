/** Injection token for the {@link Scanner}. */
export const SCANNER = Symbol('scanner');

/** A scanner's verdict; `signature` is the scanner's name for the malware. */
export type ScanResult = { verdict: 'clean' } | { verdict: 'infected'; signature: string };
export type Verdict = ScanResult['verdict'];

/** Scans for malware. */
export interface Scanner {
  /** Throws {@link ScannerUnavailable} when there is no verdict, for whatever reason. */
  scan(file: Buffer): Promise<ScanResult>;
}

/** Why there is no verdict; each has a different fix. */
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

/** No scanner is configured: everything passes. The configuration forbids this in production. */
export const noScanner: Scanner = { scan: () => Promise.resolve({ verdict: 'clean' }) };
