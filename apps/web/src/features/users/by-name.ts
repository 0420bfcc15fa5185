import type { User } from '@caredrop/contracts';
import { fullName } from '../../shared/lib/format.js';

const order = new Intl.Collator('en-GB', { sensitivity: 'base' });

/** People as a person looks for them; the calls answer the newest first (api.md §2). */
export const byName = <Person extends User>(users: readonly Person[]): Person[] =>
  [...users].sort((one, other) => order.compare(fullName(one), fullName(other)));
