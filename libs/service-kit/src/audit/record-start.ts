import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServiceSettings } from '../config/settings.js';
import { recordAuditEvent, type EmitRecord } from './record-audit-event.js';
import { settingMarks } from './setting-marks.js';

/** The part of messaging's `UnitOfWork` that is needed here. */
interface Work {
  run(work: (tx: never, emit: EmitRecord) => Promise<unknown>): Promise<unknown>;
}

const MAX_WAIT_MS = 30_000;

/**
 * Records that this service started, with keyed hashes of its settings: the audit service compares them with those of
 * the previous start and notes the changes. Does not delay serving; retries until the record is stored.
 */
export async function recordStart(
  work: Work,
  config: ServiceSettings & Record<string, unknown>,
  logger: Logger,
): Promise<void> {
  const settings = settingMarks(config, String(config.INTERNAL_PRIVATE_KEY.d));
  for (let wait = 500; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      await work.run((_tx, emit) =>
        recordAuditEvent(emit, { action: 'service.start', actor: 'system', settings }),
      );
      return;
    } catch (error) {
      logger.warn(
        { reason: error instanceof Error ? error.name : 'unknown' },
        'failed to record the start; retrying',
      );
      await delay(wait, undefined, { ref: false });
    }
  }
}
