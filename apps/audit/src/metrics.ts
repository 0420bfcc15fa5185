import { Inject, Injectable } from '@nestjs/common';
import { counter, measuredGauge } from '@caredrop/service-kit';
import { unsignedAge } from './checkpoints/unsigned-age.js';
import { CONFIG, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { unshippedAge } from './shipping/unshipped-age.js';

@Injectable()
export class AuditMetrics {
  readonly chained = counter('audit_entries_chained_total', 'Records appended to the chain');
  /** While this rises, records are waiting and are not visible in the audit log. */
  readonly failures = counter('audit_chain_failures_total', 'Runs in which appending to the chain failed');

  readonly shippingFailures = counter(
    'audit_shipping_failures_total',
    'Failed attempts to ship entries to the syslog receiver',
  );

  constructor(
    prisma: PrismaService,
    @Inject(CONFIG) { AUDIT_SYSLOG_URL: receiver }: Pick<Config, 'AUDIT_SYSLOG_URL'>,
  ) {
    measuredGauge(
      'audit_waiting_oldest_seconds',
      'Age of the oldest record not yet in the chain',
      async () => {
        const [row] = await prisma.$queryRaw<{ age: number | null }[]>`
        SELECT extract(epoch FROM now() - min(arrived_at))::float8 AS age FROM arrivals`;
        return row?.age ?? 0;
      },
    );
    measuredGauge('audit_unsigned_oldest_seconds', 'Age of the oldest entry that no checkpoint covers', () =>
      unsignedAge(prisma),
    );
    measuredGauge(
      'audit_unshipped_oldest_seconds',
      'Age of the oldest entry not yet shipped; 0 if shipping is off',
      // The last position stays stored after shipping has been turned off.
      async () => (receiver ? unshippedAge(prisma) : 0),
    );
  }
}
