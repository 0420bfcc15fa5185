import { Injectable } from '@nestjs/common';
import { counter, gauge, measuredGauge } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { newestCheckpoint } from './sign-chain.js';

@Injectable()
export class SignerMetrics {
  /** Alert when the value is 1: entries or checkpoints were changed or removed. */
  readonly changed = gauge(
    'audit_chain_changed',
    '1 while the chain contradicts the newest checkpoint; nothing is signed then',
  );
  readonly failures = counter('audit_signing_failures_total', 'Failed signing runs');

  constructor(prisma: PrismaService) {
    measuredGauge(
      'audit_checkpoint_age_seconds',
      'Age of the newest checkpoint; 0 before the first',
      async () => {
        const last = await newestCheckpoint(prisma);
        return last ? (Date.now() - Date.parse(last.madeAt)) / 1000 : 0;
      },
    );
  }
}
