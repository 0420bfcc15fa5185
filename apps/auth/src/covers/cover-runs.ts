import { Prisma } from '../generated/prisma/client.js';

/** SQL condition for rows of `covers` that are running now, by the database's clock. */
export const COVER_RUNS = 'ended_at IS NULL AND starts_at <= now() AND ends_at > now()';
export const coverRuns = Prisma.raw(COVER_RUNS);
