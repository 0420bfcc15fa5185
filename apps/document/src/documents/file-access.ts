import { requestContext } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import type { SignedUrl } from '../files/signed-url.js';
import { Sessions, type LiveUser } from '../people/sessions.js';
import { documentNotFound } from './documents.errors.js';
import { DocumentsQueries, type StoredDocument } from './documents.queries.js';
import { RecordReads, type FileAction } from './record-reads.js';

/** What a signed URL gives access to, and to whom. */
export interface OpenedFile {
  document: StoredDocument;
  reader: LiveUser;
}

/**
 * Opens the document that a signed URL names, if it exists and is ready, while the URL's session lives and its
 * user may see the document. Another signed-in user cannot use the URL. A refused request is audited.
 */
@Injectable()
export class FileAccess {
  constructor(
    private readonly sessions: Sessions,
    private readonly queries: DocumentsQueries,
    private readonly reads: RecordReads,
  ) {}

  /** Runs `work` with the document. Audits whatever it throws as a failed `action`. */
  async execute<T>(
    { documentId, sessionId }: SignedUrl,
    action: FileAction,
    work: (file: OpenedFile) => Promise<T>,
  ): Promise<T> {
    try {
      const reader = await this.sessions.userOf(sessionId);
      return await work({ document: await this.allowed(documentId, reader), reader });
    } catch (error) {
      await this.reads.failed(action, documentId, error);
      throw error;
    }
  }

  private async allowed(documentId: string, user: LiveUser): Promise<StoredDocument> {
    // The URL was signed for another user's session.
    const asking = requestContext.principal();
    if (asking && asking.userId !== user.id) throw documentNotFound();
    const document = await this.queries.find(documentId, { ...user, userId: user.id });
    if (!document || document.state !== 'ready') throw documentNotFound();
    return document;
  }
}
