/** Injection token of the {@link Scanner}. */
export const SCANNER = Symbol('scanner');

export type Verdict = 'clean' | 'infected';

/** Looks for malware. */
export interface Scanner {
  /** Throws {@link ScannerUnavailable} when there is no verdict, for whatever reason: never a guess. */
  scan(file: Buffer): Promise<Verdict>;
}

export class ScannerUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`No malware verdict: ${reason}`, options);
    this.name = 'ScannerUnavailable';
  }
}

/** No scanner is configured: everything passes. Refused by the configuration in production. */
export const noScanner: Scanner = { scan: () => Promise.resolve('clean') };
