import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./minor-gc-trigger.ts', import.meta.url));

/** Peak memory of a process, MiB, through which 192 MiB pass in chunks that it drops at once. */
function peakMib(first: string): number {
  const program = `
    import { setTimeout as delay } from 'node:timers/promises';
    import { startMinorGcTrigger } from ${JSON.stringify(source)};
    ${first}
    let peak = 0;
    for (let chunk = 0; chunk < 3072; chunk += 1) {
      Buffer.allocUnsafeSlow(65536);
      if (chunk % 8 === 0) await delay(1);
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    }
    process.stdout.write(String(peak / 1024 / 1024));`;
  const args = ['--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('frequent minor collections at least halve the peak memory of short-lived chunks', () => {
  expect(peakMib('startMinorGcTrigger();')).toBeLessThan(peakMib('') / 2);
});
