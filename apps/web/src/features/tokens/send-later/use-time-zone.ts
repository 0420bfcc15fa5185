import { useTokenDefaultsQuery } from '../tokens.api.js';

/** The clinic's time zone; the user's own while it is not known. */
export function useTimeZone(): string {
  const { data } = useTokenDefaultsQuery();
  return data?.reminders?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
