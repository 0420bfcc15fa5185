import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** An account with links. */
export interface Owner {
  id: string;
  firstName: string;
  lastName: string;
}

type Status = 'active' | 'used' | 'revoked' | 'expired';

/** A generated link, and whether its document still exists. */
export interface VolumeLink {
  id: string;
  owner: Owner;
  value: string;
  reference: string;
  status: Status;
  createdAt: Date;
  expiresAt: Date;
  /** For a used link: its document, deleted unless `kept`. */
  document: { id: string; claimId: string; receivedAt: Date; kept: boolean } | null;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Age of the oldest link. */
const SPAN = 400 * DAY;
/** Lifetime of a link, as for one created singly. */
const LIFE = 30 * DAY;
const wards = ['PT', 'CARD', 'CM', 'ORTHO', 'DERM', 'FLU'];
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Generates `count` links, newest first, evenly over the last 400 days. Every other link belongs to the first
 * owner, the rest to the other owners in turn; four in ten were used and one in ten was revoked. The newest `documents`
 * used links of the first owner still have their document.
 */
export function* volume(owners: Owner[], count: number, documents: number, now: Date): Generator<VolumeLink> {
  const [busy, ...others] = owners;
  if (!busy) throw new Error('The stack has no clinician');
  let left = documents;
  for (let nth = 0; nth < count; nth += 1) {
    const owner: Owner = nth % 2 === 0 ? busy : (others[Math.floor(nth / 2) % others.length] ?? busy);
    const link = makeLink(owner, nth, new Date(now.getTime() - HOUR - (nth * SPAN) / count), now);
    if (link.document && owner === busy && left > 0) {
      link.document.kept = true;
      left -= 1;
    }
    yield link;
  }
  if (left > 0)
    throw new Error(`${String(count)} links can have at most ${String(documents - left)} documents`);
}

function makeLink(owner: Owner, nth: number, createdAt: Date, now: Date): VolumeLink {
  const expiresAt = new Date(createdAt.getTime() + LIFE);
  const status = statusOf(nth, expiresAt, now);
  const receivedAt = new Date(Math.min(createdAt.getTime() + 5 * HOUR, now.getTime()));
  return {
    id: randomUUID(),
    owner,
    value: linkValue(),
    reference: `${wards[nth % wards.length] ?? 'PT'}-${String(100_000 + nth)}`,
    status,
    createdAt,
    expiresAt,
    document: status === 'used' ? { id: randomUUID(), claimId: randomUUID(), receivedAt, kept: false } : null,
  };
}

function statusOf(nth: number, expiresAt: Date, now: Date): Status {
  if (nth % 10 < 4) return 'used';
  if (nth % 10 === 4) return 'revoked';
  return expiresAt > now ? 'active' : 'expired';
}

/** 43 letters and digits, as the token service generates them; a slight bias does no harm here. */
const linkValue = (): string =>
  Array.from(randomBytes(43), (byte) => letters[byte % letters.length]).join('');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
