import { z } from 'zod';
import { limits } from '../limits.js';

/**
 * POST /tokens/exports (ours): the browser is about to write these links into a file. It has them already, so this
 * hands nothing out; it leaves the audit entry, and the file is made once this was answered.
 */
export const exportTokensBody = z.object({
  tokenIds: z.array(z.uuid()).min(1).max(limits.idsPerRequestMax),
});
export const exportTokensAnswer = z.object({ recorded: z.literal(true) });
