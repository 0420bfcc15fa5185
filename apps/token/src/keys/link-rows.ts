import type { SealedRows } from '@caredrop/service-kit';

/** Where the sealed copies of links are stored. */
export const linkRows: SealedRows = {
  table: 'tokens',
  keyId: 'link_key_id',
  bytes: 'link_sealed',
  what: 'links',
};
