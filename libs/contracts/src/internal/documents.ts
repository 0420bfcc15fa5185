import { z } from 'zod';
import { documentSchema } from '../http/documents.js';

/** POST /internal/documents/by-token (document; caller token): a token's documents, newest first. */
export const documentsByTokenBody = z.object({ tokenId: z.uuid() });
export const documentsByTokenAnswer = z.object({ documents: z.array(documentSchema) });
