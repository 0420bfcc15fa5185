import type { ServiceName } from './service-names.ts';

/**
 * Documents pass through these two in chunks of 64 KiB outside V8's heap that are freed only by garbage
 * collection: a small young generation makes it frequent instead of rare and expensive (docs/adr/0029).
 * The gateway, which handles many small calls, has a larger one and triggers collection itself
 * (`startMinorGcTrigger`). docker-compose.yml and k8s/base have the same flags. The document service's heap limit
 * is well below its container's: most of its memory is buffers and inspector processes.
 */
export const nodeFlags: Partial<Record<ServiceName, readonly string[]>> = {
  gateway: ['--max-semi-space-size=4'],
  document: ['--max-semi-space-size=1', '--max-old-space-size=256'],
};
