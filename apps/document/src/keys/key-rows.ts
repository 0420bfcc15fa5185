import type { SealedRows } from '@caredrop/service-kit';

/** Where the wrapped data keys of documents are stored. */
export const keyRows: SealedRows = {
  table: 'documents',
  keyId: 'key_id',
  bytes: 'wrapped_key',
  what: 'documents',
};
