import { z } from 'zod';
import { limits } from '../limits.js';

/**
 * POST /tokens/exports: the browser is about to save these links to a file. It has them already, so the call
 * discloses nothing. It writes the audit entry, and the file is created after its response.
 */
export const exportTokensBody = z.object({
  tokenIds: z.array(z.uuid()).min(1).max(limits.idsPerRequestMax),
});
export const exportTokensAnswer = z.object({ recorded: z.literal(true) });
