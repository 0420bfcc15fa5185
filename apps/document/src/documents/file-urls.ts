import { KeyRing, requestContext } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { roundedExpiry, signFileUrl, verifyFileUrl, type SignedUrl } from '../files/signed-url.js';
import { documentNotFound } from './documents.errors.js';

/** Signed, short-lived URLs of files, on the origin the browser used. */
@Injectable()
export class FileUrls {
  private readonly keys: KeyRing;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.keys = new KeyRing(config.FILE_URL_KEYS);
  }

  /**
   * Creates a URL for the caller of the current request; null if there is no caller, since a URL belongs to a
   * session.
   */
  urlFor(documentId: string): string | null {
    const sessionId = requestContext.principal()?.sessionId;
    if (!sessionId) return null;
    const { FILE_URL_LIFETIME_MS, FILE_URL_STEP_MS, PUBLIC_URL } = this.config;
    const expiresAt = roundedExpiry(new Date(), FILE_URL_LIFETIME_MS, FILE_URL_STEP_MS);
    const origin = requestContext.current()?.publicOrigin ?? PUBLIC_URL;
    return `${origin}/api/files/${signFileUrl({ documentId, sessionId, expiresAt }, this.keys)}`;
  }

  /** Throws 404 for a URL that is not ours or has expired. */
  verify(text: string): SignedUrl {
    const signedUrl = verifyFileUrl(text, this.keys, new Date());
    if (!signedUrl) throw documentNotFound();
    return signedUrl;
  }
}
