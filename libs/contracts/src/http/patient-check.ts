import { z } from 'zod';
import { timestamp } from '../common.js';

const states = ['needed', 'waiting', 'locked', 'passed'] as const;

/**
 * For the page, `passed` means that a valid proof came with the request; for clinicians, that the date of birth was
 * given from any browser.
 */
export const linkCheckSchema = z.object({
  initials: z.string(),
  state: z.enum(states),
  /** Present only while the link waits. */
  waits_until: timestamp.optional(),
});
export type LinkCheck = z.infer<typeof linkCheckSchema>;
