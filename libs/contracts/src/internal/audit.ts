import { z } from 'zod';
import { auditRecord } from '../audit/entry.js';

/**
 * POST /internal/records (audit; caller gateway): the only way in other than `audit.recorded`, for the gateway,
 * which has no database and so no outbox. Responds once the record is stored; `id` makes a repeated call
 * idempotent.
 */
export const keepRecordBody = z.object({ id: z.uuid(), record: auditRecord });
export const keepRecordAnswer = z.object({ kept: z.literal(true) });
