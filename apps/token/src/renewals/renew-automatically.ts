import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { AppError, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { OwnerStates } from '../people/owner-states.js';
import { statusOf } from '../tokens/token.js';
import { wasSent } from './ended-link.js';
import { emitRenewalAsked } from './renewal-asked.js';
import { ReissueToken } from './reissue-token.js';

const BATCH = 10;
/**
 * The idempotency key of every renewal: a repeated run of the job, here or in another replica, finds the link that was
 * made, which is texted at most once and not emailed again.
 */
const KEY = 'automatic renewal';

interface DueRenewal {
  id: string;
  ownerId: string;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'service_unavailable';

/** The requests that wait for automatic renewal; found through the partial index. */
export const dueRenewals = Prisma.sql`
  SELECT id, owner_id AS "ownerId" FROM tokens WHERE auto_renewal_due AND status = 'expired'
  ORDER BY expires_at DESC LIMIT ${BATCH}`;

/**
 * Fulfils patients' requests by automatic renewal: a new link is texted to the number at which the old one arrived, and
 * emailed to the address for which the mail server accepted it. Requests it cannot fulfil are passed to the owner. Runs
 * outside the request, whose timing would otherwise reveal what is known about a link.
 */
@Injectable()
export class RenewAutomatically {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly ownerStates: OwnerStates,
    private readonly reissueToken: ReissueToken,
    @Inject(CONFIG) private readonly config: Pick<Config, 'AUTO_RENEW'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs one round; a link whose outcome is unknown stays due. Stops before the next link once `isStopping` returns
   * true, or when a service that is needed cannot be reached: each failure is audited, and the other links would fail
   * too. Returns false in that case.
   */
  async execute(isStopping = () => false): Promise<boolean> {
    const due = await this.prisma.$queryRaw<DueRenewal[]>(dueRenewals);
    for (const token of due) {
      if (isStopping()) break;
      try {
        await this.renew(token);
      } catch (err) {
        this.logger.warn({ err, tokenId: token.id }, 'failed to renew a link automatically');
        if (isUnavailable(err)) return false;
      }
    }
    return true;
  }

  private async renew({ id, ownerId }: DueRenewal): Promise<void> {
    if (this.config.AUTO_RENEW === 'off' || !(await this.isEnabled(ownerId)))
      return this.handOver(id, await this.waitingLink(id));
    try {
      const wanted = { send: true, key: KEY, automatic: true };
      const { token, problem } = await this.reissueToken.execute(id, ownerId, wanted);
      if (problem && isUnavailable(problem)) throw problem;
      const isWaiting = problem !== null || (statusOf(token, new Date()) === 'expired' && !wasSent(token));
      await this.handOver(id, isWaiting ? token.id : null);
    } catch (error) {
      if (!(error instanceof AppError) || ![409, 429].includes(error.status)) throw error;
      // A clinician has replaced it by hand, its number and address or its patient check have been removed, it has an
      // open report, or a daily email limit is reached.
      await this.handOver(id, error.code === 'token_replaced' ? null : id);
    }
  }

  private async isEnabled(ownerId: string): Promise<boolean> {
    return (await this.ownerStates.of([ownerId])).get(ownerId) === 'enabled';
  }

  /**
   * The link whose patient is waiting: the one that an earlier run made but could not send, or `id` if it has not been
   * replaced. Null if the patient has been given a new link or has sent the document.
   */
  private async waitingLink(id: string): Promise<string | null> {
    const { replacedBy } = await this.prisma.token.findUniqueOrThrow({ where: { id } });
    if (replacedBy === null) return id;
    const made = await this.prisma.token.findUniqueOrThrow({ where: { id: replacedBy } });
    const canWait = ['active', 'expired'].includes(statusOf(made, new Date()));
    return made.autoRenewed && canWait && !wasSent(made) ? made.id : null;
  }

  /** Ends the automatic renewal of `id`. The owner is notified about `open`, the link whose patient is waiting. */
  private handOver(id: string, open: string | null): Promise<void> {
    return this.work.run(async (tx, emit) => {
      const { count } = await tx.token.updateMany({
        where: { id, autoRenewalDue: true },
        data: { autoRenewalDue: false },
      });
      if (count === 0 || open === null) return;
      const data = { renewalAskedAt: new Date(), version: { increment: 1 } };
      const token = await tx.token.update({ where: { id: open }, data });
      await emitRenewalAsked(emit, token, token.version);
    });
  }
}
