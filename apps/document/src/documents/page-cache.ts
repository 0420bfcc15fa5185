import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** A drawn page, or a marker that it cannot be drawn. */
export type CachedPage = Buffer | 'undrawable';

export interface PageCacheOptions {
  /** Limit for all pages together, in bytes. */
  maxBytes: number;
  lifetimeMs: number;
}

interface Entry {
  sealed: Buffer | 'undrawable';
  until: number;
}

/**
 * Recently drawn pages, in memory only and encrypted under a key of this process, so that no cached page is in
 * plaintext in memory that is written to disk (swap, a core dump). The oldest are dropped first.
 */
export class PageCache {
  private readonly key = randomBytes(32);
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly options: PageCacheOptions) {}

  get(name: string, now = Date.now()): CachedPage | undefined {
    const entry = this.entries.get(name);
    if (!entry || entry.until <= now) return undefined;
    return entry.sealed === 'undrawable' ? entry.sealed : this.open(name, entry.sealed);
  }

  add(name: string, page: CachedPage, now = Date.now()): void {
    this.drop(name);
    const sealed = page === 'undrawable' ? page : this.seal(name, page);
    this.entries.set(name, { sealed, until: now + this.options.lifetimeMs });
    this.bytes += sealed.length;
    for (const [oldest, { until }] of this.entries) {
      if (this.bytes <= this.options.maxBytes && until > now) break;
      this.drop(oldest);
    }
  }

  private drop(name: string): void {
    this.bytes -= this.entries.get(name)?.sealed.length ?? 0;
    this.entries.delete(name);
  }

  private seal(name: string, page: Buffer): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(name));
    return Buffer.concat([nonce, cipher.update(page), cipher.final(), cipher.getAuthTag()]);
  }

  private open(name: string, sealed: Buffer): Buffer {
    const decipher = createDecipheriv(ALGORITHM, this.key, sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
  }
}
