import { messages } from '@caredrop/contracts';
import { AppError, notFound } from '@caredrop/service-kit';

/** Unknown, foreign, deleted or malformed: indistinguishable to the caller. */
export const documentNotFound = () => notFound(messages.document.notFound);

/** Integrity check failed. A server error; the bytes are never returned. */
export class DocumentUnreadable extends AppError {
  constructor(cause: unknown) {
    super(500, 'internal_error', messages.document.unreadable);
    this.name = 'DocumentUnreadable';
    this.cause = cause;
  }
}
