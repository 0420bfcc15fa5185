import { z } from 'zod';
import { linkBody } from '../common.js';
import { keys } from '../error-keys.js';

/**
 * A day that exists, from 1900 on, as YYYY-MM-DD. Whether it is in the future depends on the clinic's time
 * zone.
 */
const birthDate = z
  .string({ error: keys.field_invalid })
  .refine((day) => /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(day) && isDay(day), keys.field_invalid);

/** A day that does not exist becomes another one, or none. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** One to eight characters, at least one of them a letter. */
const initials = z
  .string({ error: keys.field_invalid })
  .trim()
  .regex(/^(?=.*\p{L})[^\p{C}]{1,8}$/u, keys.field_invalid);

/** What a clinician enters so that a link asks for the patient's date of birth. */
export const newPatientCheck = z.object({ birth_date: birthDate, initials });
export type NewPatientCheck = z.infer<typeof newPatientCheck>;

/** A random key that the page generated and for which the proof is valid. */
const browserKey = z.string().regex(/^[\w-]{16,64}$/, keys.bad_request);

export const checkLinkBody = linkBody.extend({ birth_date: birthDate, browser: browserKey });
export type CheckLinkBody = z.infer<typeof checkLinkBody>;

/** Sent with the upload as `X-Patient-Proof`, beside `X-Patient-Browser`. */
export const checkLinkAnswer = z.object({ proof: z.string() });
export type CheckLinkAnswer = z.infer<typeof checkLinkAnswer>;
