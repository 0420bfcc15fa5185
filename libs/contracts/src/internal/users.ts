import { z } from 'zod';
import { timestamp } from '../common.js';

/** POST /internal/users/names (auth; callers token, document, audit): unknown ids are left out of the response. */
export const userNamesBody = z.object({ ids: z.array(z.uuid()).max(1000) });
export const userNamesResponse = z.object({
  users: z.array(
    z.object({
      id: z.uuid(),
      firstName: z.string(),
      lastName: z.string(),
      /** Absent from auth services before version 0.2. */
      disabled: z.boolean().optional(),
    }),
  ),
});

/**
 * POST /internal/users/recipients (auth; caller notification): who receives an email. `about: 'documents'` (default)
 * returns the user, the colleague who currently covers for the user, and the members who watch the team, or all members
 * while fewer than three watch it. Disabled users, and colleagues who have not accepted their invitation, are left out;
 * if no one is left, it returns the administrators. `about: 'account'` returns the user, disabled or not. `about:
 * 'new_admin'` returns the other administrators, with the user in `person`. Empty when the user does not exist.
 */
export const recipientsBody = z.object({
  userId: z.uuid(),
  teamId: z.uuid().nullish(),
  about: z.enum(['documents', 'account', 'new_admin']).default('documents'),
});
export const recipientsResponse = z.object({
  recipients: z.array(z.object({ userId: z.uuid(), email: z.string(), firstName: z.string() })),
  person: z.object({ name: z.string(), email: z.string() }).optional(),
  /** The recipients of `documents` are the administrators, because no one else is left. */
  admins: z.boolean().optional(),
});

/**
 * POST /internal/password-links/mint (auth; caller notification): mints a reset or invite link when the email is sent,
 * so that no secret ever travels in an event. `requestId` is the id of the event that requested the email (absent from
 * notification services before version 0.2). The request must be open, and for this user and purpose; a recent event of
 * version 0.1 counts as such a request. `none` when there is none, or when the user is deleted or disabled.
 */
export const mintPasswordLinkBody = z.object({
  userId: z.uuid(),
  purpose: z.enum(['reset', 'invite']),
  requestId: z.uuid().optional(),
});
export const mintPasswordLinkResponse = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('minted'),
    url: z.string(),
    email: z.string(),
    firstName: z.string(),
    expiresAt: timestamp,
  }),
  z.object({ outcome: z.literal('none') }),
]);
