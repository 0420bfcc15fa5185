import { createHash, webcrypto } from 'node:crypto';
import { Semaphore } from '@caredrop/service-kit';

/** Below this size, handing over to the thread pool costs more than hashing. */
const ASIDE_FROM = 256 * 1024;
/** Maximum number of concurrent digests; each holds a copy of its bytes. */
const AT_ONCE = 2;

/** A pending digest. Its input has been read or copied, so the caller may overwrite it. */
export interface PendingDigest {
  sha256: Promise<Buffer>;
}

/**
 * SHA-256 of documents, computed in Node's thread pool: on processors without SHA instructions 5 MiB take
 * 13.5 ms, during which this process would not respond (docs/performance.md).
 */
export class Digests {
  private readonly semaphore = new Semaphore({ inFlight: AT_ONCE, waiting: Infinity, waitMs: 0x7fffffff });

  /** Resolves once the bytes have been hashed or copied. */
  async begin(bytes: Buffer): Promise<PendingDigest> {
    if (bytes.length < ASIDE_FROM)
      return { sha256: Promise.resolve(createHash('sha256').update(bytes).digest()) };
    const leave = await this.semaphore.acquire();
    return {
      sha256: webcrypto.subtle
        .digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
        .then(Buffer.from)
        .finally(leave),
    };
  }
}
