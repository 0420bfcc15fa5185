import { appError, AppError } from '@caredrop/service-kit';

/** Unknown, foreign, deleted or malformed: indistinguishable to the caller. */
export const documentNotFound = () => appError('document_not_found');

/** Integrity check failed. A server error; the bytes are never returned. */
export class DocumentUnreadable extends AppError {
  constructor(cause: unknown) {
    super('document_unreadable');
    this.name = 'DocumentUnreadable';
    this.cause = cause;
  }
}
