import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, withMinDuration } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { HolderChanges } from '../tokens/holder-changes.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { isOffered } from '../offered-languages/offered.js';
import { type BelongingToken } from '../belonging/about-token.js';

type Chosen = BelongingToken & { version: number };

/**
 * Stores the language in which a patient wants the clinic to write. Response and timing are the same whether the link is
 * known, unknown, or cannot be used any more. Throws 429 if the language of an active link changes too often.
 */
@Injectable()
export class ChooseLanguage {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly rejections: LinkRejections,
    private readonly changes: HolderChanges,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES' | 'RENEWAL_ANSWER_MS'>,
  ) {}

  execute(value: string, language: string): Promise<void> {
    return withMinDuration(this.config.RENEWAL_ANSWER_MS, this.recorded(value, language));
  }

  private async recorded(value: string, language: string): Promise<void> {
    const linkHash = new Uint8Array(hashTokenValue(value));
    try {
      const known = isOffered(language, this.config.LANGUAGES);
      if (known && (await this.choose(linkHash, language)))
        return this.metrics.languages.inc({ language, by: 'patient' });
      const token = await this.prisma.token.findUnique({ where: { linkHash } });
      if (token?.language === language) return;
      const reason = !known ? 'language_not_offered' : token ? 'link_not_active' : 'link_unknown';
      await this.rejections.note('token.language_chosen', { outcome: 'refused', reason }, token?.id);
    } catch (error) {
      await this.rejections.noteError('token.language_chosen', error, linkHash);
      throw error;
    }
  }

  /** One conditional UPDATE, so that repeating the call changes and records nothing. */
  private choose(linkHash: Uint8Array<ArrayBuffer>, language: string): Promise<boolean> {
    return this.work.run(async (tx, emit) => {
      const [chosen] = await tx.$queryRaw<Chosen[]>`
        UPDATE tokens SET language = ${language}, version = version + 1
        WHERE link_hash = ${linkHash} AND status = 'active' AND confirmed_at IS NULL AND expires_at > now()
          AND language IS DISTINCT FROM ${language}
        RETURNING id, owner_id AS "ownerId", team_id AS "teamId", version`;
      if (!chosen) return false;
      await this.changes.count('token.language_chosen', chosen.id);
      await emitSmsChanged(emit, chosen, chosen.version);
      const subject = auditSubject.token(chosen.id);
      await recordAuditEvent(emit, { action: 'token.language_chosen', subject, actor: 'patient' });
      return true;
    });
  }
}
