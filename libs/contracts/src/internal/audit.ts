import { z } from 'zod';
import { auditRecord } from '../audit/entry.js';

/**
 * POST /internal/records (audit; caller gateway): the one way in besides `audit.recorded`, for the gateway, which has
 * no database and so no outbox. Answered when the record is kept; `id` makes a repeated call the same record.
 */
export const keepRecordBody = z.object({ id: z.uuid(), record: auditRecord });
export const keepRecordAnswer = z.object({ kept: z.literal(true) });
