import { Inject, Injectable } from '@nestjs/common';
import type { SendingReason } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { emailNewLink } from '../email-queue/email-new-link.js';
import type { SendingJob, SendingRow } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { isOffered } from '../offered-languages/offered.js';
import { writeRequest } from '../request-items/write-request.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { CreateToken } from '../tokens/create-token.js';
import { toE164 } from '../tokens/phone-number.js';
import { busyReferences } from './busy-references.js';
import { expiryOf } from './read-row.js';
import { settleRow, type RowKey } from './settle-row.js';

/** Time for one attempt to hand a text over, after which another process may try. */
export const ROW_LEASE_MS = 60_000;

@Injectable()
export class TakeRow {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly createToken: CreateToken,
    private readonly metrics: TokenMetrics,
    private readonly templates: TemplateVersions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes the link of a waiting row, queues its email, writes its text and marks the row, in one transaction: at most
   * one of any number of concurrent calls does. Returns true if a text must now be handed over. Returns false for a row
   * without a number, when another process was faster, when the job is no longer running, and when the row has failed.
   * Throws 429, without storing anything, when an email limit is reached.
   */
  async execute(key: RowKey): Promise<boolean> {
    const taken = await this.work.run(async (tx, emit) => {
      const held = await lockRow(tx, key);
      if (!held) return null;
      const code = await this.problemOf(tx, held);
      const { language, phoneNumber } = held.row;
      if (code === null) await this.makeLink(tx, emit, held);
      else await settleRow(tx, key, 'waiting', { state: 'failed', code });
      return { code, language, texted: phoneNumber !== null };
    });
    if (!taken) return false;
    const { code, language, texted } = taken;
    if (code !== null || !texted)
      this.metrics.sendingRows.inc({ outcome: code === null ? 'sent' : 'failed' });
    if (code === null && language !== null) this.metrics.languages.inc({ language, by: 'clinician' });
    return code === null && texted;
  }

  /** Why the row can no longer be sent, although the check of the file accepted it; null if it can. */
  private async problemOf(tx: Tx, { job, row, now }: Held): Promise<SendingReason | null> {
    const { phoneNumber, emailAddress } = row;
    if (phoneNumber === null && emailAddress === null) return 'contact_missing';
    if (phoneNumber !== null && !toE164(phoneNumber, this.config.SMS_COUNTRIES)) return 'phone_invalid';
    if (row.language !== null && !isOffered(row.language, this.config.LANGUAGES)) return 'language_unknown';
    if (!expiryOf(row, now)) return 'due_invalid';
    const busy = await busyReferences(tx, job.ownerId, [row.reference]);
    return busy.get(row.reference) === 'reference_active' ? 'reference_active' : null;
  }

  private async makeLink(tx: Tx, emit: Emit, { job, row, now }: Held): Promise<void> {
    const { reference: patientRefId, nickname, language, phoneNumber, templateId, templateVersion } = row;
    const owner = { userId: job.ownerId, firstName: job.ownerFirstName, lastName: job.ownerLastName };
    const expiresAt = expiryOf(row, now) ?? now;
    const data = this.createToken.build(owner, { patientRefId, nickname, notes: null, language, expiresAt });
    const { id: tokenId } = await tx.token.create({
      data: { ...data, teamId: job.teamId, templateId, templateVersion },
    });
    const items = await this.templates.itemsOf(tx, { templateId, templateVersion });
    if (items) await writeRequest(tx, tokenId, items);
    const text = phoneNumber === null ? null : { phoneNumber, wantsReminders: job.wantsReminders };
    const actor = { id: job.ownerId, role: null };
    const { token, sms } = await this.createToken.recordCreated(tx, emit, tokenId, text, actor);
    const email = {
      ...{ senderId: job.ownerId, actor, address: row.emailAddress, wantsReminders: job.wantsReminders },
      related: [auditSubject.sendingJob(job.id)],
    };
    const { emailDeliveryId } = await emailNewLink(tx, emit, token, email, this.config);
    const made = {
      ...{ tokenId, deliveryId: sms?.deliveryId ?? null, emailDeliveryId },
      ...{ emailAddress: null, code: null },
    };
    const leaseUntil = new Date(now.getTime() + ROW_LEASE_MS);
    await tx.sendingRow.update({
      where: { jobId_line: { jobId: row.jobId, line: row.line } },
      data: sms ? { ...made, state: 'sending', leaseUntil } : { ...made, state: 'sent', nickname: null },
    });
  }
}

interface Held {
  job: SendingJob;
  row: SendingRow;
  now: Date;
}

/**
 * Locks the job before the row, as a pause or a cancellation does, so that these wait for steps that have begun. Skips
 * a row that another process holds.
 */
async function lockRow(tx: Tx, { jobId, line }: RowKey): Promise<Held | null> {
  const [running] = await tx.$queryRaw<{ now: Date }[]>`
    SELECT now() AS now FROM "sending_jobs" WHERE "id" = ${jobId}::uuid AND "state" = 'running' FOR SHARE`;
  if (!running) return null;
  const [held] = await tx.$queryRaw<object[]>`
    SELECT 1 FROM "sending_rows" WHERE "job_id" = ${jobId}::uuid AND "line" = ${line} AND "state" = 'waiting'
    FOR UPDATE SKIP LOCKED`;
  if (!held) return null;
  const { job, ...row } = await tx.sendingRow.findUniqueOrThrow({
    where: { jobId_line: { jobId, line } },
    include: { job: true },
  });
  return { job, row, now: running.now };
}
