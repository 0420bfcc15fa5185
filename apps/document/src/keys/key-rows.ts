import type { SealedRows } from '@caredrop/service-kit';

/** Table and columns of the documents' wrapped data keys. */
export const keyRows: SealedRows = {
  table: 'documents',
  keyId: 'key_id',
  bytes: 'wrapped_key',
  what: 'documents',
};
