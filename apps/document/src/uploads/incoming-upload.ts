import type { IncomingMessage } from 'node:http';
import type { ClaimBody } from '@caredrop/contracts/internal';

/** A patient's request whose body has not been read yet. */
export interface IncomingUpload {
  request: IncomingMessage;
  contentType: string;
  link: string;
  idempotencyHash: string | null;
  /** Proof that the date of birth was entered, for a link that asks for it. */
  patient?: ClaimBody['patient'];
}
