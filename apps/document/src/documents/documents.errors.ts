import { messages } from '@caredrop/contracts';
import { AppError, notFound } from '@caredrop/service-kit';

/** Unknown, foreign, deleted or malformed: all the same to who asks. */
export const documentNotFound = () => notFound(messages.document.notFound);

/** The stored bytes cannot be trusted: ours to mend, and never content. */
export class DocumentUnreadable extends AppError {
  constructor(cause: unknown) {
    super(500, 'internal_error', messages.document.unreadable);
    this.name = 'DocumentUnreadable';
    this.cause = cause;
  }
}
