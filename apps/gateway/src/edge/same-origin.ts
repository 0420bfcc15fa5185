import type { IncomingHttpHeaders } from 'node:http';

/** What changes nothing may be asked from anywhere; its answer is unreadable elsewhere all the same. */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Does another site's page ask us to act? Browsers say where a request comes from and pages cannot forge it
 * (`Origin`, and `Sec-Fetch-Site` where the origin is hidden as `null`). A program names no origin and is judged
 * by its credentials alone: no browser adds those by itself, for there are no cookies.
 */
export function isCrossSite(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  allowed: readonly string[],
): boolean {
  if (safe.has(method ?? '')) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin') return false;
  if (origin === undefined) return site === 'cross-site' || site === 'same-site';
  return !allowed.includes(origin) && !isOwnHost(origin, headers.host);
}

/** The page came from the very name it now calls: one origin, whatever the settings say of it. */
function isOwnHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
