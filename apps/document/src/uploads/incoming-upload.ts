import type { IncomingMessage } from 'node:http';

/** A patient's request, its body not yet read. */
export interface IncomingUpload {
  request: IncomingMessage;
  contentType: string;
  link: string;
  idempotencyHash: string | null;
}
