import type { Document, RequestItem, Token, User } from '@caredrop/contracts';
import { people } from './people.js';

const dayMs = 86_400_000;
let counter = 0;

/** Ids that look real and never repeat. */
const nextId = () => `10000000-0000-4000-8000-${String((counter += 1)).padStart(12, '0')}`;

/** The time `days` days from now, in ISO 8601. */
export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const linkValue = (seed: number) =>
  Array.from(
    { length: 43 },
    (_, index) => letters[(seed * 31 + index * index * 7 + index * seed) % letters.length],
  ).join('');

type Owned<Row> = Row & { owner: User };

/** A link as lists contain it: active, expiring in 29 days, never sent. */
export function aToken(change: Partial<Owned<Token>> = {}): Owned<Token> {
  const owner = change.owner ?? people.ana;
  const id = nextId();
  return {
    id,
    token: linkValue(counter),
    patient_ref_id: `P-${String(1000 + counter)}`,
    nickname: null,
    notes: null,
    status: 'active',
    created_at: inDays(-1),
    expires_at: inDays(29),
    uploads: [{ count: 0 }],
    hasSMS: false,
    smsStatus: null,
    smsPhoneNumber: null,
    user: { firstName: owner.firstName, lastName: owner.lastName },
    owner,
    ...change,
  };
}

/** The first document of a request for three. */
export const aRequestItem = (change: Partial<RequestItem> = {}): RequestItem => ({
  id: nextId(),
  position: 1,
  count: 3,
  label: 'Insurance card',
  ...change,
});

/** A PDF that arrived an hour ago. */
export function aDocument(change: Partial<Owned<Document>> = {}): Owned<Document> {
  const owner = change.owner ?? people.ana;
  const id = nextId();
  return {
    id,
    file_name: 'referral letter.pdf',
    file_type: 'application/pdf',
    file_size: 182_304,
    file_url: `${globalThis.location?.origin ?? ''}/api/files/${id}`,
    patient_ref_id: 'P-1001',
    comment: null,
    created_at: inDays(-1 / 24),
    token_id: nextId(),
    review: { state: 'new', by: null, at: null },
    seen: true,
    tokens: { token: linkValue(counter), status: 'used', created_at: inDays(-3), expires_at: inDays(27) },
    user: { firstName: owner.firstName, lastName: owner.lastName },
    owner,
    ...change,
  };
}
