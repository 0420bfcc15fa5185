import type { SealedRows } from '@caredrop/service-kit';

/** Table and columns of the sealed copies of links. */
export const linkRows: SealedRows = {
  table: 'tokens',
  keyId: 'link_key_id',
  bytes: 'link_sealed',
  what: 'links',
};
