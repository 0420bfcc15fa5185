import { z } from 'zod';
import { timestamp } from '../common.js';

const states = ['needed', 'waiting', 'locked', 'passed'] as const;

/**
 * For the page, `passed` means that the request carried a valid proof; for clinicians, that the date of birth
 * was entered from any browser, and that no wrong dates block the check now.
 */
export const linkCheckSchema = z.object({
  initials: z.string(),
  state: z.enum(states),
  /** Present only while the check is blocked after wrong answers. */
  waits_until: timestamp.optional(),
});
export type LinkCheck = z.infer<typeof linkCheckSchema>;
