import type { Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../config.js';
import { DocumentMetrics } from '../metrics.js';
import { SCANNER, ScannerUnavailable, type Scanner, type UploadScan } from '../storage/scanner.js';
import { fileInfected } from './upload.errors.js';

/** Scans a received file for malware. */
@Injectable()
export class ScanUpload {
  constructor(
    @Inject(SCANNER) private readonly scanner: Scanner,
    private readonly metrics: DocumentMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A missing verdict does not reject the upload: the document is kept locked until there is one. Throws 422
   * for malware.
   */
  async execute(bytes: Buffer): Promise<UploadScan> {
    try {
      const end = this.metrics.scanTime.startTimer();
      const result = await this.scanner.scan(bytes).finally(end);
      this.metrics.scans.inc({ verdict: result.verdict });
      if (result.verdict === 'infected') {
        this.logger.warn({ signature: result.signature }, 'rejected an infected upload');
        throw fileInfected();
      }
      return result.verdict;
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.metrics.scans.inc({ verdict: 'none' });
      this.metrics.scanFailures.inc({ reason: error.reason });
      this.logger.error({ err: error }, 'no verdict from the malware scanner; the document stays locked');
      return 'pending';
    }
  }
}
