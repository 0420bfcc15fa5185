import { z } from 'zod';
import { personSchema, timestamp } from '../common.js';
import { keys } from '../error-keys.js';

const person = personSchema.extend({ id: z.uuid() });

/** An absence. The times are instants; the client converts them to days in the clinic's time zone. */
export const coverBody = z.object({
  /** The colleague who covers for the user. */
  coverId: z.uuid({ error: keys.cover_required }),
  /** A time in the past counts as now. */
  startsAt: z.iso.datetime({ offset: true, error: keys.cover_period_invalid }),
  endsAt: z.iso.datetime({ offset: true, error: keys.cover_period_invalid }),
});
export type CoverBody = z.infer<typeof coverBody>;

/** With `absenceId`, the call ends only that absence; without it, the one that is not over. */
export const endCoverQuery = z.object({ absenceId: z.string().optional() });

export const coverSchema = z.object({
  id: z.uuid(),
  /** The user who is away. */
  user: person,
  /** The user who covers. */
  cover: person,
  startsAt: timestamp,
  endsAt: timestamp,
  /** Whether it has begun, by the server's clock. */
  running: z.boolean(),
});
export type Cover = z.infer<typeof coverSchema>;

export const coverResponse = z.object({ cover: coverSchema.nullable() });
/**
 * Absences that have not ended: the user's own, and those of colleagues whom the user covers, sorted by
 * start.
 */
export const coversResponse = z.object({ own: coverSchema.nullable(), standingIn: z.array(coverSchema) });
export type Covers = z.infer<typeof coversResponse>;
