import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { atMost, type Measurement } from '../metrics/metric.ts';
import { root } from '../../stack/paths.ts';
import type { Benchmark } from '../benchmark.ts';

export const weight: Benchmark = {
  name: 'weight',
  about: 'gzipped JavaScript that each page loads before it can be used; the build fails past the budget',
  standalone: () => {
    const program = path.join(root, 'apps/web/src/budget/check-budget.mjs');
    const text = execFileSync(process.execPath, [program, '--json'], { encoding: 'utf8' });
    const pages = JSON.parse(text) as { page: string; bytes: number; budget: number }[];
    return Promise.resolve(
      pages.map(({ page, bytes, budget }): Measurement => ({
        what: page === 'upload' ? "upload (the patient's page)" : page,
        unit: 'kB',
        product: [bytes / 1000],
        goals: [atMost(budget / 1000)],
      })),
    );
  },
};
