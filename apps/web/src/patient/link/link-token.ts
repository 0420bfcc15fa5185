const key = 'linkToken';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Reads the link's token from the query and moves it into the history entry, so that the address bar no
 * longer shows it while reload and back still find it. Null when there is none.
 */
export function takeLinkToken(location: Location, history: History): string | null {
  const fromQuery = new URLSearchParams(location.search).get('token')?.trim();
  if (fromQuery) {
    history.replaceState({ [key]: fromQuery }, '', location.pathname);
    return fromQuery;
  }
  const kept: unknown = isRecord(history.state) ? history.state[key] : null;
  return typeof kept === 'string' && kept !== '' ? kept : null;
}
