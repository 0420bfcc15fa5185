import type { ServiceName } from './service-names.ts';

/**
 * Documents pass through these two in chunks of 64 KiB that lie outside V8's heap and are freed only when V8 looks for
 * garbage: often, with a young generation that is small when idle as well (`freeChunksOften`, docs/performance.md).
 * docker-compose.yml and k8s/base say the same.
 */
const carriesDocuments = ['--max-semi-space-size=4'];

/** What Node is told besides the program. */
export const nodeFlags: Partial<Record<ServiceName, readonly string[]>> = {
  gateway: carriesDocuments,
  document: carriesDocuments,
};
