import type { AuditOutcome } from '@caredrop/contracts';

export const outcomeLabels: Record<AuditOutcome, string> = {
  success: 'done',
  refused: 'refused',
  failed: 'failed',
};
