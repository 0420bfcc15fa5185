import { useTokenDefaultsQuery } from '../tokens.api.js';

/** The clinic's time zone; the reader's own until it is known. */
export function useTimeZone(): string {
  const { data } = useTokenDefaultsQuery();
  return data?.reminders?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
