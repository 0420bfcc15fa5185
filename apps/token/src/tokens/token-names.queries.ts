import { Inject, Injectable } from '@nestjs/common';
import { AUDIT_SEARCH_MAX, type SearchResponse } from '@caredrop/contracts/internal';
import { containsPattern } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';

@Injectable()
export class TokenNames {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Unknown ids are left out. */
  async of(ids: string[]): Promise<{ id: string; reference: string }[]> {
    const select = { id: true, patientRefId: true };
    const rows = await this.prisma.token.findMany({ where: { id: { in: ids } }, select });
    return rows.map(({ id, patientRefId }) => ({ id, reference: patientRefId }));
  }

  /**
   * The newest links whose reference contains the text. OFFSET 0 makes Postgres search by the index of references before
   * it sorts.
   */
  async search(text: string): Promise<SearchResponse> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM
        (SELECT id, created_at FROM tokens WHERE patient_ref_id ILIKE ${containsPattern(text)} OFFSET 0) AS found
       ORDER BY created_at DESC, id DESC LIMIT ${AUDIT_SEARCH_MAX + 1}`;
    const ids = rows.map(({ id }) => id);
    return { ids: ids.slice(0, AUDIT_SEARCH_MAX), more: ids.length > AUDIT_SEARCH_MAX };
  }
}
