import { copy } from './copy.js';

export const statusOptions: [string, string][] = [
  ['', copy.filters.statuses.all],
  ['active', copy.filters.statuses.active],
  ['used', copy.filters.statuses.used],
  ['expired', copy.filters.statuses.expired],
  ['revoked', copy.filters.statuses.revoked],
];

export const expiryOptions: [string, string][] = [
  ['', copy.filters.expiryRanges.any],
  ['today', copy.filters.expiryRanges.today],
  ['week', copy.filters.expiryRanges.week],
  ['month', copy.filters.expiryRanges.month],
];
