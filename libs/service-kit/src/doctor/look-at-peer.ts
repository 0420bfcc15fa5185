import type { Check } from './doctor-command.js';
import { ok, wrong, type Finding } from './finding.js';

const PATIENCE_MS = 5_000;
const PAGE = 'docs/runbooks/service-down.md';

/** Checks that another service is reachable and ready. `url` missing: reported by the settings check. */
export const lookAtPeer = (service: string, url: string | undefined): Check[] =>
  url ? [{ about: `Service ${service}`, page: PAGE, look: () => ask(`Service ${service}`, url) }] : [];

async function ask(about: string, url: string): Promise<Finding[]> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  );
  if (!answer) return [wrong(about, 'does not answer at the address that we have for it', PAGE)];
  await answer.body?.cancel();
  if (answer.ok) return [ok(about, 'answers and is ready')];
  return [
    wrong(about, `answers and is not ready (${String(answer.status)}): its database does not answer`, PAGE),
  ];
}
