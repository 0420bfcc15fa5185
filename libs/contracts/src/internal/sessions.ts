import { z } from 'zod';
import { roles, timestamp } from '../common.js';

/**
 * POST /internal/sessions/check (auth; callers gateway, document). `activity` is false for live updates and
 * background requests, which do not extend the idle limit.
 */
export const sessionCheckBody = z.object({ sessionId: z.uuid(), activity: z.boolean() });

export const sessionCheckResponse = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('alive'),
    user: z.object({
      id: z.uuid(),
      role: z.enum(roles),
      firstName: z.string(),
      lastName: z.string(),
      /**
       * The user's teams, and the colleagues whom the user currently covers. Absent from a version of auth
       * without teams.
       */
      teams: z.array(z.uuid()).default([]),
      covers: z.array(z.uuid()).default([]),
    }),
    endsAt: timestamp,
    /**
     * Whether the user has given a fresh proof (docs/adr/0023), decided by auth's database clock so that no
     * other clock matters. False from a version of auth that does not support proofs.
     */
    recentProof: z.boolean().default(false),
    /**
     * Only for the gateway: auth's signature over the user, the session and `recentProof`, valid for a minute
     * (docs/adr/0027). Absent from a version of auth that does not sign principals.
     */
    voucher: z.string().optional(),
  }),
  z.object({ outcome: z.literal('ended') }),
]);
export type SessionCheckResponse = z.infer<typeof sessionCheckResponse>;

/**
 * POST /internal/sessions/describe (auth; caller notification): details for the email about a sign-in on a
 * new device, read when the email is sent. `gone`: the session was purged, or is not this user's.
 */
export const describeSessionBody = z.object({ userId: z.uuid(), sessionId: z.uuid() });
export const describeSessionResponse = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** For example `Chrome on Windows`. */
    device: z.string(),
    /**
     * The network without the part that identifies one machine, for example `203.0.113.x`; null when unknown.
     */
    network: z.string().nullable(),
    signedInAt: timestamp,
  }),
  z.object({ outcome: z.literal('gone') }),
]);
