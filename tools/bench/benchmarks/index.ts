import type { Benchmark } from '../benchmark.ts';
import { cores } from './cores.ts';
import { events } from './events.ts';
import { listsBenchmark } from './lists.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { page } from './page.ts';
import { read } from './read.ts';
import { signIn } from './sign-in.ts';
import { start } from './start.ts';
import { upload } from './upload.ts';
import { validate } from './validate.ts';
import { weight } from './weight.ts';
import { zip } from './zip.ts';

/** In the order in which they run. */
export const benchmarks: Benchmark[] = [
  weight,
  start,
  page,
  memory,
  upload,
  validate,
  signIn,
  read,
  zip,
  cores,
  live,
  events,
  listsBenchmark,
];
