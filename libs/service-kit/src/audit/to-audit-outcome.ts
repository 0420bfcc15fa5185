import type { AuditOutcome } from '@caredrop/contracts';
import { AppError } from '../errors/app-error.js';
import { toAppError } from '../errors/to-app-error.js';

/** Outcome and reason of an action that ended in `error`: 4xx was denied, everything else failed. */
export function toAuditOutcome(error: unknown): {
  outcome: Exclude<AuditOutcome, 'success'>;
  reason: string;
} {
  const { status, code } = error instanceof AppError ? error : toAppError(error);
  return { outcome: status < 500 ? 'refused' : 'failed', reason: code };
}
