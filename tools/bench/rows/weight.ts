import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { atMost, type Measured } from '../figures/figure.ts';
import { root } from '../../stack/paths.ts';
import type { Row } from '../row.ts';

export const weight: Row = {
  name: 'weight',
  about: 'gzipped JavaScript that each page loads before it can be used; the build fails past the budget',
  alone: () => {
    const program = path.join(root, 'apps/web/src/budget/check-budget.mjs');
    const text = execFileSync(process.execPath, [program, '--json'], { encoding: 'utf8' });
    const pages = JSON.parse(text) as { page: string; bytes: number; budget: number }[];
    return Promise.resolve(
      pages.map(({ page, bytes, budget }): Measured => ({
        what: page === 'upload' ? "upload (the patient's page)" : page,
        unit: 'kB',
        ours: [bytes / 1000],
        goals: [atMost(budget / 1000)],
      })),
    );
  },
};
