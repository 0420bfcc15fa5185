import type { ServiceName } from './service-names.ts';

/**
 * Documents pass through these two in chunks of 64 KiB that lie outside V8's heap and are freed only when V8 looks for
 * garbage: often, with a small young generation, instead of rarely and then everywhere (docs/performance.md). The gateway,
 * which answers many small calls, has a larger one and looks by itself (`freeChunksOften`). docker-compose.yml and
 * k8s/base say the same. The document service's heap is bounded well below its container: most of its memory is buffers
 * and inspector processes.
 */
export const nodeFlags: Partial<Record<ServiceName, readonly string[]>> = {
  gateway: ['--max-semi-space-size=4'],
  document: ['--max-semi-space-size=1', '--max-old-space-size=256'],
};
