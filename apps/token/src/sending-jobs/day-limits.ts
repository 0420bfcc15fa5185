import type { EmailAllowance } from '../email-queue/email-allowance.js';
import type { ReadRow } from './read-row.js';

/** A clinician's limit blocks all further rows of its channel; an address's limit blocks only the rows to that address. */
type Limit = 'texts_used_up' | 'emails_used_up' | 'address_used_up';

interface Allowances {
  /** Texts that the clinician may still send today. */
  texts: number;
  emails: EmailAllowance;
}

type Row = Pick<ReadRow, 'phoneNumber' | 'emailAddress'> & { line: number };

/**
 * Returns the rows that today's limits hold up, by line. Rows are taken in their order, as when they are sent: a row
 * that waits uses up nothing, and does not hold up those after it.
 */
export function rowsOverLimits(rows: Row[], { texts, emails }: Allowances): Map<number, Limit> {
  const held = new Map<number, Limit>();
  const reached = new Set<Limit>();
  const leftTo = new Map(emails.leftTo);
  let [textsLeft, emailsLeft] = [texts, emails.left];
  const limitOf = ({ phoneNumber, emailAddress }: Row): Limit | null => {
    if (phoneNumber !== null && textsLeft <= 0) return 'texts_used_up';
    if (emailAddress === null) return null;
    if ((leftTo.get(emailAddress.toLowerCase()) ?? 0) <= 0) return 'address_used_up';
    return emailsLeft <= 0 ? 'emails_used_up' : null;
  };
  for (const row of rows) {
    const limit = [...reached].find((one) => holdsUp(one, row)) ?? limitOf(row);
    if (limit !== null) {
      held.set(row.line, limit);
      reached.add(limit);
      continue;
    }
    if (row.phoneNumber !== null) textsLeft -= 1;
    if (row.emailAddress === null) continue;
    const address = row.emailAddress.toLowerCase();
    emailsLeft -= 1;
    leftTo.set(address, (leftTo.get(address) ?? 0) - 1);
  }
  return held;
}

/** Whether a limit that an earlier row has reached holds up this one. */
const holdsUp = (limit: Limit, { phoneNumber, emailAddress }: Row): boolean =>
  (limit === 'texts_used_up' && phoneNumber !== null) ||
  (limit === 'emails_used_up' && emailAddress !== null);
