import type { User } from '@caredrop/contracts';
import { fullName } from '../../shared/lib/format.js';

const order = new Intl.Collator('en-GB', { sensitivity: 'base' });

/** Sorts users by name; the API returns the newest first. */
export const byName = <Person extends User>(users: readonly Person[]): Person[] =>
  [...users].sort((one, other) => order.compare(fullName(one), fullName(other)));
