import { z } from 'zod';
import { keys } from '../error-keys.js';
import { loginResponse, secondFactorCode as code } from './auth.js';
import { timestamp } from '../common.js';

const passwordNeeded = { error: keys.password_required };

const password = z.string(passwordNeeded).min(1, keys.password_required);
/** The ticket issued after a correct password while the second factor is still missing; it is never a session. */
const ticket = z.string({ error: keys.sign_in_over }).max(200);

/**
 * `data` of the 401 that asks for the second step of signing in (codes `second_factor_needed`,
 * `…_setup_needed`).
 */
export interface SignInTicket {
  ticket: string;
  /** ISO 8601. */
  expiresAt: string;
}

export const loginCodeBody = z.object({ ticket, code });
export const loginEnrolBody = z.object({ ticket });
export const loginConfirmBody = z.object({ ticket, code });
/** The only response that contains these recovery codes. */
export const loginConfirmResponse = loginResponse.extend({ recoveryCodes: z.array(z.string()) });
export type LoginConfirmResponse = z.infer<typeof loginConfirmResponse>;

const secondFactorSchema = z.object({
  enabled: z.boolean(),
  /** Required by the clinic's setting or for this user, who therefore cannot turn it off. */
  required: z.boolean(),
  enabledAt: timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;
export const secondFactorResponse = z.object({ secondFactor: secondFactorSchema });

/** The secret for an authenticator app, as text and as the URI encoded in its QR code. */
const enrolmentSchema = z.object({ secret: z.string(), uri: z.string(), expiresAt: timestamp });
export type Enrolment = z.infer<typeof enrolmentSchema>;
export const enrolmentResponse = z.object({ enrolment: enrolmentSchema });

/**
 * Requires the password again, since a session may have been left open; also a code when a factor is being
 * replaced.
 */
export const enrolBody = z.object({ password, code: code.nullish() });
export const confirmEnrolmentBody = z.object({ code });
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) });

/** Password and code, required to turn the factor off and to get new recovery codes. */
export const secondFactorProofBody = z.object({ password, code });

export const requireSecondFactorBody = z.object({ required: z.boolean() });

/** A fresh proof of the signed-in user's identity. The code is needed only with a second factor. */
export const proofBody = z.object({ password, code: code.nullish() });
/** Sensitive calls are accepted until this time. */
export const proofResponse = z.object({ provenUntil: timestamp });
