import type { PagePixels } from './page-quality.js';
import type { PageHint } from './scan-page.js';

/** A page gets no hint if the assessment takes longer. */
const timeoutMs = 3_000;

/** Assesses a page in a worker. Returns null for a good page, and when the worker fails: hints are optional. */
export function findHint({ width, height, data }: PagePixels): Promise<PageHint | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./quality.worker.ts', import.meta.url), { type: 'module' });
    const end = (hint: PageHint | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(hint);
    };
    const timer = setTimeout(() => end(null), timeoutMs);
    worker.onmessage = (message: MessageEvent<PageHint | null>) => end(message.data);
    worker.onerror = () => end(null);
    worker.postMessage({ width, height, data } satisfies PagePixels, [data.buffer]);
  });
}
