import type { IncomingHttpHeaders } from 'node:http';

/** Safe methods are allowed from anywhere; other sites cannot read the response anyway. */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether this request comes from another site's page. Browsers report where a request comes from (`Origin`, and
 * `Sec-Fetch-Site` where the origin is missing or `null`), and pages cannot forge that. A program sends no origin and
 * is checked by its credentials alone: no browser adds credentials by itself, since there are no cookies.
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
  return !allowed.includes(origin) && !isOwnHost(origin, headers.host, allowed);
}

/**
 * Whether the page was loaded from the host it now calls, which is allowed regardless of the settings. Where the
 * settings allow this host over https, a page over plain http is not our own: anyone on the network can forge it.
 */
function isOwnHost(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase() && !allowed.includes(origin.replace(/^http:/, 'https:'));
}
