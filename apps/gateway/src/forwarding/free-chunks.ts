import v8 from 'node:v8';
import vm from 'node:vm';

/** So much has come since the last look before it is looked for what may go, bytes. */
const STEP = 4 * 1024 * 1024;
const LOOK_MS = 25;

/**
 * Documents pass in chunks of 64 KiB that lie outside V8's heap. By itself V8 frees them when small objects have filled
 * its young generation, of which a document makes few, or else by looking through everything. This has the young
 * ones looked through, about a millisecond, whenever they hold 4 MiB more (docs/performance.md has what it gains).
 */
export function freeChunksOften(): void {
  const collectYoung = youngCollection();
  let before = 0;
  setInterval(() => {
    const { arrayBuffers } = process.memoryUsage();
    const isMuch = arrayBuffers - before > STEP;
    if (isMuch) collectYoung();
    before = isMuch ? process.memoryUsage().arrayBuffers : Math.min(before, arrayBuffers);
  }, LOOK_MS).unref();
}

/** V8's own, which Node hands out on request only. */
function youngCollection(): () => void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (options: { type: 'minor' }) => void;
  return () => collect({ type: 'minor' });
}
