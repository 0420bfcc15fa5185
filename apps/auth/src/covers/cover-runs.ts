import { Prisma } from '../generated/prisma/client.js';

/** The condition of a row of `covers` that runs now, by the database's clock. */
export const COVER_RUNS = 'ended_at IS NULL AND starts_at <= now() AND ends_at > now()';
export const coverRuns = Prisma.raw(COVER_RUNS);
