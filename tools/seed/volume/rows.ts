import { randomBytes } from 'node:crypto';
import type { KeyRing } from '@caredrop/service-kit';
import { sha256, type VolumeLink } from './volume.ts';

/** One row, by column; bytes in Postgres's hexadecimal form. */
export type Row = Record<string, string | number | boolean | null>;

const hex = (bytes: Uint8Array): string => String.raw`\x${Buffer.from(bytes).toString('hex')}`;
const files = [
  { name: 'Blood test results.pdf', type: 'application/pdf', kind: 'pdf' },
  { name: 'Referral letter.pdf', type: 'application/pdf', kind: 'pdf' },
  { name: 'ECG.png', type: 'image/png', kind: 'image' },
  { name: 'IMG_2041.jpg', type: 'image/jpeg', kind: 'image' },
] as const;

/** The link as the token service stores it: its hash, its visible prefix, and its value sealed for its row. */
export function tokenRow(link: VolumeLink, keys: KeyRing): Row {
  const sealed = keys.seal(Buffer.from(link.value), link.id);
  const { document } = link;
  return {
    id: link.id,
    owner_id: link.owner.id,
    owner_first_name: link.owner.firstName,
    owner_last_name: link.owner.lastName,
    link_hash: hex(sha256(link.value)),
    link_prefix: link.value.slice(0, 8),
    link_key_id: sealed.keyId,
    link_sealed: hex(sealed.bytes),
    patient_ref_id: link.reference,
    status: link.status,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    revoked_at: link.status === 'revoked' ? link.createdAt.toISOString() : null,
    used_at: document?.receivedAt.toISOString() ?? null,
    received_at: document?.receivedAt.toISOString() ?? null,
    confirmed_at: document?.receivedAt.toISOString() ?? null,
    claim_id: document?.claimId ?? null,
    document_id: document?.id ?? null,
    document_state: document && (document.kept ? 'present' : 'deleted'),
    document_version: document ? (document.kept ? 1 : 2) : 0,
    has_sms: false,
    version: 1,
  };
}

/** The ledger entry of a used link, without which the link could be used again. */
export function ledgerRow(link: VolumeLink & { document: object }, nth: number): Row {
  const { name, size } = fileOf(nth);
  return {
    token_id: link.id,
    token_hash: hex(sha256(link.value)),
    claim_id: link.document.claimId,
    document_id: link.document.id,
    patient_ref_id: link.reference,
    file_name: name,
    file_size: size,
    received_sha256: hex(randomBytes(32)),
    received_at: link.document.receivedAt.toISOString(),
  };
}

/** A document that can be listed, filtered and deleted. It has no stored bytes: opening it fails. */
export function documentRow(link: VolumeLink & { document: object }, nth: number, keyId: string): Row {
  const { name, type, kind, size } = fileOf(nth);
  return {
    id: link.document.id,
    token_id: link.id,
    owner_id: link.owner.id,
    owner_first_name: link.owner.firstName,
    owner_last_name: link.owner.lastName,
    patient_ref_id: link.reference,
    link: link.value,
    token_created_at: link.createdAt.toISOString(),
    token_expires_at: link.expiresAt.toISOString(),
    file_name: name,
    file_type: type,
    kind,
    file_size: size,
    sha256: hex(randomBytes(32)),
    comment: nth % 3 === 0 ? 'As asked on the phone, thank you' : null,
    state: 'ready',
    storage_key: `volume/${link.document.id}`,
    key_id: keyId,
    wrapped_key: hex(randomBytes(60)),
    created_at: link.document.receivedAt.toISOString(),
    version: 1,
  };
}

function fileOf(nth: number) {
  const file = files[nth % files.length] ?? files[0];
  return { ...file, size: 20_000 + ((nth * 7919) % 4_000_000) };
}
