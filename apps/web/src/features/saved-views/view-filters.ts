import { listFilters, type ListName } from '@caredrop/contracts';

/**
 * The filters and the order that a URL sets for a list, in a normal form that can be compared. Blank when it sets none.
 */
export function filtersIn(list: ListName, address: string): string {
  const given = new URLSearchParams(address);
  const filters = listFilters[list].map((name) => [name, given.get(name)?.trim() ?? '']);
  return new URLSearchParams(filters.filter(([, value]) => value !== '')).toString();
}
