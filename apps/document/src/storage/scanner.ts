/** Injection token for the {@link Scanner}. */
export const SCANNER = Symbol('scanner');

/** A scanner's verdict; `signature` is the scanner's name for the malware. `unscanned`: no scanner is configured. */
export type ScanResult = { verdict: 'clean' | 'unscanned' } | { verdict: 'infected'; signature: string };
export type Verdict = ScanResult['verdict'];
/** The result for an accepted upload. `pending`: there is no verdict yet, and the document is locked. */
export type UploadScan = Exclude<Verdict, 'infected'> | 'pending';

/** The outcome of a scan, as its audit entry records it. */
export const scanEndings = {
  clean: {},
  unscanned: { outcome: 'failed', reason: 'no_scanner' },
  pending: { outcome: 'failed', reason: 'no_verdict' },
  infected: { outcome: 'refused', reason: 'infected' },
} as const satisfies Record<Verdict | UploadScan, object>;

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
export const noScanner: Scanner = { scan: () => Promise.resolve({ verdict: 'unscanned' }) };
