import type { ServiceName } from './service-names.ts';

/**
 * Documents pass through these two in chunks of 64 KiB that lie outside V8's heap and are freed only when V8 looks for
 * garbage: often, with a small young generation, instead of rarely and then everywhere (docs/performance.md).
 * docker-compose.yml and k8s/base say the same.
 */
const carriesDocuments = ['--max-semi-space-size=1'];

/** What Node is told besides the program. */
export const nodeFlags: Partial<Record<ServiceName, readonly string[]>> = {
  gateway: carriesDocuments,
  document: carriesDocuments,
};
