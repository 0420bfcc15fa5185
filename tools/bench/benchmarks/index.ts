import type { Benchmark } from '../benchmark.ts';
import { cores } from './cores.ts';
import { events } from './events.ts';
import { listsBenchmark } from './lists.ts';
import { memory } from './memory.ts';
import { page } from './page.ts';
import { read } from './read.ts';
import { upload } from './upload.ts';
import { validate } from './validate.ts';
import { zip } from './zip.ts';

/** All benchmarks, in the order in which they run. */
export const benchmarks: Benchmark[] = [
  page,
  memory,
  upload,
  validate,
  read,
  zip,
  cores,
  events,
  listsBenchmark,
];
