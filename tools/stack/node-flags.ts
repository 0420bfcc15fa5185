import type { ServiceName } from './service-names.ts';

/** The young generation of a service that handles small calls: V8's default size keeps 50 MiB that nothing needs. */
const small = ['--max-semi-space-size=2'];

/**
 * V8's flags of each service (docs/adr/0029). Documents pass through gateway and document in chunks of 64 KiB outside
 * V8's heap that are freed only by garbage collection. A small young generation, and a limit on the chunks that belong
 * to it, make the cheap collections frequent; a larger growth of the heap makes the expensive ones rare.
 * docker-compose.yml and k8s/base have the same flags. The document service's heap limit is well below its container's:
 * most of its memory is buffers and inspectors.
 */
export const nodeFlags: Record<ServiceName, readonly string[]> = {
  gateway: [
    '--max-semi-space-size=4',
    '--scavenger-max-new-space-capacity-mb=2',
    '--heap-growing-percent=100',
  ],
  auth: small,
  token: small,
  document: [
    '--max-semi-space-size=1',
    '--scavenger-max-new-space-capacity-mb=1',
    '--heap-growing-percent=100',
    '--max-old-space-size=256',
  ],
  notification: small,
  audit: small,
};
