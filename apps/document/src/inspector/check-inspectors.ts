import { ok, warning, type Check, type CheckResult } from '@caredrop/service-kit';
import { probeConfinement, type Confinement } from './confinement.js';

const COMPONENT = 'File inspectors';
const PAGE = 'docs/adr/0019-inspector-processes.md';

/** Checks how far this machine or container allows confining the processes that read patients' files. */
export const checkInspectors: Check = {
  component: COMPONENT,
  page: PAGE,
  run: async () => [describe(await probeConfinement())],
};

function describe({ withoutNetwork, limited }: Confinement): CheckResult {
  if (withoutNetwork && limited) return ok(COMPONENT, 'run without network, with kernel resource limits');
  const missing = [
    ...(withoutNetwork ? [] : ['a network namespace']),
    ...(limited ? [] : ['kernel resource limits']),
  ];
  return warning(
    COMPONENT,
    `run without ${missing.join(' and ')}, confined by Node's permissions`,
    `allow user namespaces if your platform supports them: ${PAGE}`,
  );
}
