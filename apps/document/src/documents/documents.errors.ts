import { appError, AppError } from '@caredrop/service-kit';

/** Unknown, foreign, deleted or malformed: indistinguishable to the caller. */
export const documentNotFound = () => appError('document_not_found');

/**
 * The integrity check failed, or the object or its key is missing. A server error; bytes that fail the check are never
 * returned.
 */
export class DocumentUnreadable extends AppError {
  constructor(cause: unknown) {
    super('document_unreadable');
    this.name = 'DocumentUnreadable';
    this.cause = cause;
  }
}
