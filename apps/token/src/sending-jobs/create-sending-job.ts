import { hash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { AppError, appError, auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Prisma, SendingJob } from '../generated/prisma/client.js';
import { Teams } from '../people/teams.js';
import { fileStartRejection, sendAtParams } from '../send-schedule/schedule-rules.js';
import { requireOwnTeam } from '../tokens/own-team.js';
import { CheckRows, type CheckedRow, type SendingJobRequest } from './check-rows.js';
import { emitSendingChanged } from './emit-sending-changed.js';

/** Namespace of the advisory lock under which the files of one clinician are accepted one after the other. */
const OWNER_LOCK = 6004;

@Injectable()
export class CreateSendingJob {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly checkRows: CheckRows,
    private readonly teams: Teams,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CLINIC_TIME_ZONE'>,
  ) {}

  /**
   * Accepts a file to be sent. The rows that the check refuses are stored as failed. Repeating a call with the same key
   * returns the job that the first call made. Throws 400 for a language that is not offered, for a time that is too
   * soon or too far ahead and for an archived team, 403 for a team that is not the caller's, 409 when no row can be
   * sent, and 503 while notification (or auth, for a team) cannot be reached.
   *
   * @param key the caller's Idempotency-Key; null: each call makes a job
   */
  async execute(owner: Principal, request: SendingJobRequest, key: string | null): Promise<SendingJob> {
    const ownerId = owner.userId;
    const creationKey = hash('sha256', key ?? randomUUID());
    const before = await this.madeBefore(this.prisma, ownerId, creationKey);
    if (before) return before;
    const { teamId = null } = request;
    requireOwnTeam(owner, teamId);
    const startAt = startOf(request, new Date(), this.config.CLINIC_TIME_ZONE);
    if (teamId !== null && !(await this.teams.takesLinks(teamId))) throw appError('team_unknown');
    const checked = await this.checkRows.check(ownerId, request, startAt ?? new Date());
    return this.work.run(async (tx, emit) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${OWNER_LOCK}::int, hashtext(${ownerId}))`;
      const meanwhile = await this.madeBefore(tx, ownerId, creationKey);
      if (meanwhile) return meanwhile;
      const rows = await this.checkRows.withoutBusy(tx, ownerId, checked.rows);
      const sendable = rows.filter(({ code }) => code === null).length;
      if (sendable === 0) throw appError('sending_nothing');
      const { firstName: ownerFirstName, lastName: ownerLastName } = owner;
      const names = { ownerId, ownerFirstName, ownerLastName };
      const wantsReminders = request.reminders ?? false;
      const job = await tx.sendingJob.create({
        data: {
          ...{ id: randomUUID(), ...names, creationKey, wantsReminders, teamId },
          ...(startAt && { startAt, state: 'scheduled' }),
        },
      });
      await tx.sendingRow.createMany({ data: rows.map((row) => rowOf(job.id, row)) });
      await emitSendingChanged(emit, job);
      const subject = auditSubject.sendingJob(job.id);
      await recordAuditEvent(emit, { action: 'sending_job.create', subject, codes: [`rows.${sendable}`] });
      return job;
    });
  }

  private madeBefore(
    db: Pick<Tx, 'sendingJob'>,
    ownerId: string,
    creationKey: string,
  ): Promise<SendingJob | null> {
    return db.sendingJob.findUnique({ where: { ownerId_creationKey: { ownerId, creationKey } } });
  }
}

/** Throws 400 for a time that is too soon or too far ahead. */
function startOf({ sendAt }: SendingJobRequest, now: Date, timeZone: string): Date | null {
  if (sendAt === undefined) return null;
  const start = new Date(sendAt);
  const rejection = fileStartRejection(start, now, timeZone);
  if (rejection) throw new AppError(rejection, { params: sendAtParams(rejection) });
  return start;
}

/** A row that cannot be sent is stored without its number, address and nickname. */
function rowOf(jobId: string, { line, reference, row, code }: CheckedRow): Prisma.SendingRowCreateManyInput {
  if (code !== null || !row) return { jobId, line, reference, state: 'failed', code };
  return { jobId, line, ...row, state: 'waiting' };
}
