import type { Check } from './doctor-command.js';
import { ok, fail, type CheckResult } from './check-result.js';

const TIMEOUT_MS = 5_000;
const PAGE = 'docs/runbooks/service-down.md';

/** Checks that another service is reachable and ready. A missing `url` is reported by the settings check. */
export const checkPeer = (service: string, url: string | undefined): Check[] =>
  url ? [{ component: `Service ${service}`, page: PAGE, run: () => ask(`Service ${service}`, url) }] : [];

async function ask(component: string, url: string): Promise<CheckResult[]> {
  const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  );
  if (!response) return [fail(component, 'does not respond at its configured address', PAGE)];
  await response.body?.cancel();
  if (response.ok) return [ok(component, 'reachable and ready')];
  return [
    fail(component, `reachable but not ready (${String(response.status)}); its database may be down`, PAGE),
  ];
}
