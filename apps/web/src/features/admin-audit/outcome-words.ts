import type { AuditOutcome } from '@caredrop/contracts';

export const outcomeWords: Record<AuditOutcome, string> = {
  success: 'done',
  refused: 'refused',
  failed: 'failed',
};
