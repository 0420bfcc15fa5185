import v8 from 'node:v8';
import vm from 'node:vm';

/** Bytes allocated since the last check before we trigger a minor GC. */
const STEP = 4 * 1024 * 1024;
const LOOK_MS = 25;

/**
 * Documents pass in chunks of 64 KiB outside V8's heap. V8 frees them only when small objects have filled its
 * young generation, of which a document creates few, or in a full collection. This triggers a minor
 * collection, which takes about a millisecond, whenever they reach 4 MiB more (docs/adr/0029).
 */
export function startMinorGcTrigger(): void {
  const collectYoung = youngCollection();
  let before = 0;
  setInterval(() => {
    const { arrayBuffers } = process.memoryUsage();
    const isMuch = arrayBuffers - before > STEP;
    if (isMuch) collectYoung();
    before = isMuch ? process.memoryUsage().arrayBuffers : Math.min(before, arrayBuffers);
  }, LOOK_MS).unref();
}

/** V8's gc function, which Node exposes only on request. */
function youngCollection(): () => void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (options: { type: 'minor' }) => void;
  return () => collect({ type: 'minor' });
}
