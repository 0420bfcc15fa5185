import { ok, warning, type Check, type Finding } from '@caredrop/service-kit';
import { probeConfinement, type Confinement } from './confinement.js';

const ABOUT = 'File inspectors';
const PAGE = 'docs/adr/0019-inspector-processes.md';

/** How far this machine or container permits confining the processes that read patients' files. */
export const checkInspectors: Check = {
  about: ABOUT,
  page: PAGE,
  look: async () => [describe(await probeConfinement())],
};

function describe({ withoutNetwork, limited }: Confinement): Finding {
  if (withoutNetwork && limited) return ok(ABOUT, 'run without network, with limits of the kernel');
  const missing = [...(withoutNetwork ? [] : ['a network namespace']), ...(limited ? [] : ['limits'])];
  return warning(
    ABOUT,
    `run without ${missing.join(' and ')} of the kernel, confined by Node's permissions`,
    `allow user namespaces if your platform can: ${PAGE}`,
  );
}
