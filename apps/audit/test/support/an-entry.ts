import { randomUUID } from 'node:crypto';
import { people } from '@caredrop/testing';
import type { AuditRecord } from '@caredrop/contracts';
import type { Unlinked } from '../../src/chain/link-entries.js';

/** An audit record: Ana revoked a link. */
export function aRecord(part: Partial<AuditRecord> = {}): AuditRecord {
  return {
    action: 'token.revoke',
    outcome: 'success',
    reason: null,
    actor: { kind: 'user', id: people.ana.id, role: 'user' },
    subject: { kind: 'token', id: randomUUID() },
    related: [{ kind: 'user', id: people.ana.id }],
    from: '203.0.113.9',
    requestId: randomUUID(),
    at: new Date('2026-11-21T09:00:00.000Z').toISOString(),
    codes: [],
    count: 1,
    ...part,
  };
}

export function anEntry(part: Partial<AuditRecord> = {}): Unlinked {
  return { ...aRecord(part), settings: null, sequence: null, id: randomUUID(), source: 'token' };
}
