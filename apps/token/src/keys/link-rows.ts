import type { SealedRows } from '@caredrop/service-kit';

/** Table and columns of the sealed copies of links. */
export const linkRows: SealedRows = {
  table: 'tokens',
  keyId: 'link_key_id',
  bytes: 'link_sealed',
  what: 'links',
};

/** Table and columns of the sealed keys of patient checks. */
export const checkRows: SealedRows = {
  table: 'tokens',
  keyId: 'check_key_id',
  bytes: 'check_key_sealed',
  what: 'patient checks',
};
