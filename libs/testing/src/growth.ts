import { limits } from '@caredrop/contracts';

/** Repeats a unit of a grammar up to `size` bytes, after the text that starts the parser. */
export function repeated(unit: string | Buffer, size: number, start: string | Buffer = ''): Buffer {
  const [first, one] = [start, unit].map((part) =>
    Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1'),
  );
  const file = Buffer.alloc(size);
  const begin = first?.copy(file) ?? 0;
  file.fill(one ?? '', begin);
  return file;
}

/** Size of the largest accepted file, excluding the multipart framing, bytes. */
export const LARGEST = limits.uploadBytes - 1;

/** Limit on what any input may cost a service's event loop. Inspector processes have other limits. */
export const GROWTH_LAW = { processorMs: 200, bytes: 64 * 1024 * 1024 };

export interface Cost<Result> {
  /** Processor time of this thread, ms. Unlike elapsed time, it is not increased by other programs. */
  processorMs: number;
  /** Growth of this process's memory, bytes. */
  bytes: number;
  result: Result;
}

/**
 * Measures what `work` costs the thread on which it runs; in tests, servers and client share that thread.
 * Repeats the measurement, up to three times in total, while the cost breaks {@link GROWTH_LAW}: the thread also
 * collects the garbage of earlier tests, which adds up to 0.2 s to the current work, whereas an expensive parser is
 * expensive every time.
 */
export async function costOf<Result>(work: () => Result | Promise<Result>): Promise<Cost<Result>> {
  let cost = await measure(work);
  for (let more = 2; more > 0 && breaksLaw(cost); more--) cost = await measure(work);
  return cost;
}

const breaksLaw = ({ processorMs, bytes }: Cost<unknown>): boolean =>
  processorMs >= GROWTH_LAW.processorMs || bytes >= GROWTH_LAW.bytes;

async function measure<Result>(work: () => Result | Promise<Result>): Promise<Cost<Result>> {
  const [cpu, memory] = [process.threadCpuUsage(), process.memoryUsage.rss()];
  const result = await work();
  const { user, system } = process.threadCpuUsage(cpu);
  return { processorMs: (user + system) / 1000, bytes: process.memoryUsage.rss() - memory, result };
}
