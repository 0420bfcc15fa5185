import { Inject, Injectable } from '@nestjs/common';
import { OPTED_OUT } from '@caredrop/contracts';
import type { SendSmsRequest } from '@caredrop/contracts/internal';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { countedToday } from './counted-today.js';
import { secondsToNextDay } from './utc-day.js';

export type Opened =
  /** The row was created: this caller alone may call the provider. */
  | { kind: 'opened' }
  /** This delivery id was used before, or its number is suppressed: the row contains the outcome, or soon will. */
  | { kind: 'settled' }
  | { kind: 'limited'; limit: 'clinician' | 'number'; retryAfterSeconds: number };

/** Namespaces of the advisory locks that make "count, then insert" atomic across replicas. */
const CLINICIAN_LOCK = 6001;
const NUMBER_LOCK = 6002;

/**
 * Commits the row that allows one text. Checks the daily limits of the clinician and of the number, and whether the
 * recipient has opted out. A rejected text does not count towards the limits; one in doubt does.
 */
@Injectable()
export class OpenSmsDelivery {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute(request: SendSmsRequest, textHash: Uint8Array<ArrayBuffer>): Promise<Opened> {
    return this.prisma.$transaction(async (tx) => {
      await this.lock(tx, request);
      if (await tx.smsDelivery.findUnique({ where: { id: request.deliveryId }, select: { id: true } }))
        return { kind: 'settled' };
      const suppressed = await tx.smsSuppression.findUnique({ where: { phoneNumber: request.to } });
      const limited = suppressed ? null : await this.limitReached(tx, request);
      if (limited) return limited;
      await this.insert(tx, request, textHash, suppressed !== null);
      return { kind: suppressed ? 'settled' : 'opened' };
    });
  }

  /** Takes both locks, always in this order, so that two transactions cannot deadlock. */
  private async lock(tx: Tx, { senderId, to }: SendSmsRequest): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CLINICIAN_LOCK}::int, hashtext(${senderId}))`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBER_LOCK}::int, hashtext(${to}))`;
  }

  private async limitReached(tx: Tx, { senderId, to }: SendSmsRequest): Promise<Opened | null> {
    const now = new Date();
    const today = countedToday(now);
    const retryAfterSeconds = secondsToNextDay(now);
    const toNumber = await tx.smsDelivery.count({ where: { phoneNumber: to, ...today } });
    if (toNumber >= this.config.SMS_PER_NUMBER_PER_DAY)
      return { kind: 'limited', limit: 'number', retryAfterSeconds };
    const byClinician = await tx.smsDelivery.count({ where: { senderId, ...today } });
    if (byClinician >= this.config.SMS_PER_CLINICIAN_PER_DAY)
      return { kind: 'limited', limit: 'clinician', retryAfterSeconds };
    return null;
  }

  private async insert(
    tx: Tx,
    request: SendSmsRequest,
    textHash: Uint8Array<ArrayBuffer>,
    suppressed: boolean,
  ): Promise<void> {
    const { deliveryId, tokenId, senderId, to } = request;
    // The text itself is not stored: its hash identifies it at the provider.
    const asked = { id: deliveryId, tokenId, senderId, phoneNumber: to, template: '', textHash };
    await tx.smsDelivery.create({
      data: suppressed ? { ...asked, state: 'refused', errorCode: OPTED_OUT } : asked,
    });
  }
}
