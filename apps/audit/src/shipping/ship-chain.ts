import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger, type NextRun } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { toEntry } from '../entries/entry-row.js';
import { AuditMetrics } from '../metrics.js';
import { SyslogConnection } from './syslog-connection.js';
import { checkpointLine, entryLine, frame } from './syslog-line.js';

const RECEIVER = 'syslog';
const BATCH = 500;
/** Number of entries sent again over each new connection: the old one may have lost them in its buffers. */
const REPEATED = 1000;
const MAX_WAIT_MS = 60_000;

/**
 * Ships entries and checkpoints to a syslog receiver, in the order of the chain. Syslog has no acknowledgements: the
 * position is stored once the operating system has accepted a batch, and each new connection starts some entries
 * earlier. The receiver recognises repeats by the entry's number, and a loss by a missing number.
 */
@Injectable()
export class ShipChain implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;
  private connection: SyslogConnection | undefined;
  private failures = 0;

  constructor(
    private readonly prisma: PrismaService,
    private readonly metrics: AuditMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'AUDIT_SYSLOG_URL' | 'CHAIN_POLL_MS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const run = () => this.run();
    this.job = new PeriodicJob({ name: 'ship chain', everyMs: config.CHAIN_POLL_MS, run, logger });
  }

  onApplicationBootstrap(): void {
    if (this.config.AUDIT_SYSLOG_URL) this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    this.connection?.close();
  }

  private async run(): Promise<NextRun> {
    try {
      if ((await this.ship()) === BATCH) return 'at once';
      this.failures = 0;
      return undefined;
    } catch (err) {
      this.failures += 1;
      this.metrics.shippingFailures.inc();
      this.connection?.close();
      this.connection = undefined;
      if (this.failures === 1) this.logger.error({ err }, 'failed to ship audit entries; retrying');
      return { inMs: Math.min(1000 * 2 ** this.failures, MAX_WAIT_MS) };
    }
  }

  /**
   * Sends one batch and resolves to its number of entries. Locks the position's row, so only one replica ships at a
   * time.
   */
  private ship(): Promise<number> {
    return this.prisma.$transaction(
      async (tx) => {
        const position = await lockPosition(tx);
        if (!position) return 0;
        const connection = await this.connected(tx, position);
        const rows = await tx.entry.findMany({
          where: { seq: { gt: position.seq } },
          orderBy: { seq: 'asc' },
          take: BATCH,
        });
        const seq = rows.at(-1)?.seq ?? position.seq;
        const checkpoints = await tx.checkpoint.findMany({
          where: { seq: { lte: seq }, madeAt: { gt: position.checkpointAt } },
          orderBy: { madeAt: 'asc' },
        });
        const lines = [
          ...rows.map((row) => entryLine(toEntry(row))),
          ...checkpoints.map((row) =>
            checkpointLine({ ...row, seq: Number(row.seq), madeAt: row.madeAt.toISOString() }),
          ),
        ];
        if (lines.length > 0) await connection.send(lines.map(frame).join(''));
        const checkpointAt = checkpoints.at(-1)?.madeAt ?? position.checkpointAt;
        await tx.shippingPosition.update({ where: { receiver: RECEIVER }, data: { seq, checkpointAt } });
        return rows.length;
      },
      { timeout: 30_000, maxWait: 10_000 },
    );
  }

  /** If no connection is open, opens one and moves the position back. */
  private async connected(tx: Tx, position: Position): Promise<SyslogConnection> {
    if (this.connection?.open) return this.connection;
    this.connection = await SyslogConnection.open(this.config.AUDIT_SYSLOG_URL ?? '');
    const first = position.seq - BigInt(REPEATED);
    position.seq = first > 0n ? first : 0n;
    const before = await tx.checkpoint.findFirst({
      where: { seq: { lte: position.seq } },
      orderBy: { madeAt: 'desc' },
    });
    position.checkpointAt = before?.madeAt ?? NEVER;
    return this.connection;
  }
}

interface Position {
  seq: bigint;
  checkpointAt: Date;
}
const NEVER = new Date(0);

/** Undefined while another replica is shipping. */
async function lockPosition(tx: Tx): Promise<Position | undefined> {
  await tx.shippingPosition.createMany({
    data: [{ receiver: RECEIVER, seq: 0n, checkpointAt: NEVER }],
    skipDuplicates: true,
  });
  const [row] = await tx.$queryRaw<Position[]>`
    SELECT seq, checkpoint_at AS "checkpointAt" FROM shipping_positions
     WHERE receiver = ${RECEIVER} FOR UPDATE SKIP LOCKED`;
  return row;
}
