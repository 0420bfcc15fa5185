import type { Document, Person } from '@caredrop/contracts';
import { requestContext } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { UserNames } from '../people/user-names.js';
import { toDocument } from './document.js';
import type { DocumentRow } from './documents.queries.js';
import { FileUrls } from './file-urls.js';

/** Presents rows as responses, with current names and new file URLs. */
@Injectable()
export class DocumentPresenter {
  constructor(
    private readonly names: UserNames,
    private readonly urls: FileUrls,
  ) {}

  async view(rows: DocumentRow[]): Promise<Document[]> {
    const names = await this.namesOf(rows);
    return rows.map((row) => toDocument(row, names.get(row.ownerId), this.urls.urlFor(row.id)));
  }

  /** The caller's own name comes with the request; only other names are looked up. */
  private async namesOf(rows: DocumentRow[]): Promise<Map<string, Person>> {
    const self = requestContext.principal();
    const others = rows.map((row) => row.ownerId).filter((id) => id !== self?.userId);
    const names = others.length > 0 ? await this.names.find(others) : new Map<string, Person>();
    if (self) names.set(self.userId, { firstName: self.firstName, lastName: self.lastName });
    return names;
  }
}
