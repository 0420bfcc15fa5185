import type { Document, Person } from '@caredrop/contracts';
import { requestContext } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { UserNames } from '../people/user-names.js';
import { toDocument } from './document.js';
import type { DocumentRow } from './documents.queries.js';
import { FileUrls } from './file-urls.js';
import { SeenMarks } from './seen-marks.js';

/** Presents rows as responses, with current names and new file URLs. */
@Injectable()
export class DocumentPresenter {
  constructor(
    private readonly names: UserNames,
    private readonly urls: FileUrls,
    private readonly seenMarks: SeenMarks,
  ) {}

  async view(rows: DocumentRow[]): Promise<Document[]> {
    const self = requestContext.principal();
    const ids = rows.map(({ id }) => id);
    const [names, seen] = await Promise.all([
      this.namesOf(rows),
      self ? this.seenMarks.of(self.userId, ids) : new Set<string>(),
    ]);
    return rows.map((row) => this.present(row, names, seen.has(row.id)));
  }

  /** Presents a document that its reader has just opened. */
  async opened(row: DocumentRow): Promise<Document> {
    const names = await this.namesOf([row]);
    return this.present(row, names, true);
  }

  private present(row: DocumentRow, names: Map<string, Person>, seen: boolean): Document {
    const readerId = requestContext.principal()?.userId ?? null;
    return toDocument(row, { names, fileUrl: this.urls.urlFor(row.id), seen, readerId });
  }

  /**
   * Names of owners and reviewers. The caller's own name comes with the request; only other names are
   * requested.
   */
  private async namesOf(rows: DocumentRow[]): Promise<Map<string, Person>> {
    const self = requestContext.principal();
    const people = rows.flatMap(({ ownerId, reviewedBy }) =>
      reviewedBy ? [ownerId, reviewedBy] : [ownerId],
    );
    const others = people.filter((id) => id !== self?.userId);
    const names = others.length > 0 ? await this.names.find(others) : new Map<string, Person>();
    if (self) names.set(self.userId, { firstName: self.firstName, lastName: self.lastName });
    return names;
  }
}
