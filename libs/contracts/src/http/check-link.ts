import { z } from 'zod';
import { linkBody } from '../common.js';
import { keys } from '../error-keys.js';

/**
 * An existing day from 1900 on, as YYYY-MM-DD. Whether it is in the future depends on the clinic's time zone.
 */
const birthDate = z
  .string({ error: keys.field_invalid })
  .refine((day) => /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(day) && isDay(day), keys.field_invalid);

/** `Date` turns a day that does not exist into another day, or into an invalid date. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** One to eight characters, at least one of them a letter. */
const initials = z
  .string({ error: keys.field_invalid })
  .trim()
  .regex(/^(?=.*\p{L})[^\p{C}]{1,8}$/u, keys.field_invalid);

/** What a clinician enters to make a link ask for the patient's date of birth. */
export const newPatientCheck = z.object({ birth_date: birthDate, initials });
export type NewPatientCheck = z.infer<typeof newPatientCheck>;

/** A random key that the page generated; the proof is valid only for this key. */
const browserKey = z.string().regex(/^[\w-]{16,64}$/, keys.bad_request);

export const checkLinkBody = linkBody.extend({ birth_date: birthDate, browser: browserKey });
export type CheckLinkBody = z.infer<typeof checkLinkBody>;

/** Calls that need `proof`, such as the upload, send it as `X-Patient-Proof`, together with `X-Patient-Browser`. */
export const checkLinkResponse = z.object({ proof: z.string() });
export type CheckLinkResponse = z.infer<typeof checkLinkResponse>;
