import { z } from 'zod';
import { timestamp } from './common.js';

/** How long the session lives if nothing more is done with it. Reading this is no activity. */
export const sessionSchema = z.object({
  endsAt: timestamp,
  /** By the server's clock at the time of the answer. */
  secondsLeft: z.number(),
  /** People are to be warned when so much is left. */
  warningSeconds: z.number().int(),
  /** False once the absolute limit is what ends it: then only signing in again helps. */
  extendable: z.boolean(),
});
export type SessionTime = z.infer<typeof sessionSchema>;
export const sessionAnswer = z.object({ session: sessionSchema });
