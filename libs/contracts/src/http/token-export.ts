import { z } from 'zod';
import { limits } from '../limits.js';

/**
 * POST /tokens/exports: the browser is about to save these links to a file. It already has them, so the call
 * discloses nothing. The call writes the audit entry, and the browser creates the file after the response.
 */
export const exportTokensBody = z.object({
  tokenIds: z.array(z.uuid()).min(1).max(limits.idsPerRequestMax),
});
export const exportTokensResponse = z.object({ recorded: z.literal(true) });
