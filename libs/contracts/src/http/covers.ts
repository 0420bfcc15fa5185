import { z } from 'zod';
import { personSchema, timestamp } from '../common.js';
import { keys } from '../error-keys.js';

const person = personSchema.extend({ id: z.uuid() });

/** An absence. The times are instants: which days they are in the clinic's time zone is the client's business. */
export const coverBody = z.object({
  /** The colleague who stands in. */
  coverId: z.uuid({ error: keys.cover_required }),
  /** A time that has passed counts as now. */
  startsAt: z.iso.datetime({ offset: true, error: keys.cover_period_invalid }),
  endsAt: z.iso.datetime({ offset: true, error: keys.cover_period_invalid }),
});
export type CoverBody = z.infer<typeof coverBody>;

export const coverSchema = z.object({
  id: z.uuid(),
  /** Who is away. */
  user: person,
  /** Who stands in. */
  cover: person,
  startsAt: timestamp,
  endsAt: timestamp,
  /** It has begun, by the clock of the server. */
  running: z.boolean(),
});
export type Cover = z.infer<typeof coverSchema>;

export const coverAnswer = z.object({ cover: coverSchema.nullable() });
/** Those that have not ended: the user's own absence, and the absences of others in which the user stands in, by their start. */
export const coversAnswer = z.object({ own: coverSchema.nullable(), standingIn: z.array(coverSchema) });
export type Covers = z.infer<typeof coversAnswer>;
