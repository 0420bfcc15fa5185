import { z } from 'zod';
import { documentMailChoices } from '../document-mail.js';

const preferencesSchema = z.object({
  /** The user's own choice, or else the clinic's default. */
  documentMail: z.enum(documentMailChoices),
});
export type Preferences = z.infer<typeof preferencesSchema>;
export const preferencesResponse = z.object({ preferences: preferencesSchema });

export const changePreferencesBody = preferencesSchema;
