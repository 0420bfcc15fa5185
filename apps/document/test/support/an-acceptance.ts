import { randomBytes, randomUUID } from 'node:crypto';
import { people } from '@caredrop/testing';
import type { Acceptance } from '../../src/uploads/acceptance.js';

/** An upload through a new link, ready to be committed. */
export function anAcceptance(claimId: string = randomUUID()): Acceptance {
  const [tokenId, now] = [randomUUID(), new Date()];
  return {
    attempt: {
      claimId,
      documentId: randomUUID(),
      storageKey: `documents/aa/${randomUUID()}`,
      tokenHash: randomBytes(32),
      idempotencyHash: null,
    },
    token: {
      tokenId,
      ownerId: people.ana.id,
      ownerFirstName: 'Ana',
      ownerLastName: 'Silva',
      patientRefId: 'P-1',
      createdAt: now.toISOString(),
      expiresAt: now.toISOString(),
      leaseUntil: now.toISOString(),
    },
    link: tokenId,
    file: {
      key: { keyId: 'k1', wrappedKey: new Uint8Array(1) },
      fileName: 'a.pdf',
      fileType: 'application/pdf',
      fileSize: 1,
      comment: null,
      scan: 'clean',
      sha256: new Uint8Array(32),
      receivedSha256: new Uint8Array(32),
    },
    receivedAt: now,
  };
}
