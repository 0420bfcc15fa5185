import { z } from 'zod';
import { roles, timestamp } from '../http/common.js';

/**
 * POST /internal/sessions/check (auth; callers gateway, document). `activity` false for live updates and
 * background requests: they do not postpone the idle limit (design §2).
 */
export const sessionCheckBody = z.object({ sessionId: z.uuid(), activity: z.boolean() });

export const sessionCheckAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('alive'),
    user: z.object({ id: z.uuid(), role: z.enum(roles), firstName: z.string(), lastName: z.string() }),
    endsAt: timestamp,
  }),
  z.object({ outcome: z.literal('ended') }),
]);
export type SessionCheckAnswer = z.infer<typeof sessionCheckAnswer>;
