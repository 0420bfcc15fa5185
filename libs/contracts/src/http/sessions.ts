import { z } from 'zod';
import { timestamp } from '../common.js';

/** How long the session lives without further activity. Reading this does not count as activity. */
const sessionSchema = z.object({
  endsAt: timestamp,
  /** Seconds by the server's clock, counted from the response. */
  secondsLeft: z.number(),
  /** Users should be warned when this much time is left. */
  warningSeconds: z.number().int(),
  /** False once the absolute limit determines the end: the user then has to sign in again. */
  extendable: z.boolean(),
});
export type SessionTime = z.infer<typeof sessionSchema>;
export const sessionResponse = z.object({ session: sessionSchema });

/** One of the caller's own sessions, as the account screen lists it. */
const ownSessionSchema = z.object({
  id: z.uuid(),
  /** Whether this is the session in which the request is made. */
  current: z.boolean(),
  /** For example `Chrome on Windows`; null for sessions opened before this was recorded. */
  device: z.string().nullable(),
  /** IPv4 address, or the /64 network of an IPv6 address; null when unknown. */
  address: z.string().nullable(),
  signedInAt: timestamp,
  /** Updated at most once a minute, unless the user extends the session or the idle limit is under four minutes. */
  lastActiveAt: timestamp,
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
export const ownSessionsResponse = z.object({ sessions: z.array(ownSessionSchema) });
