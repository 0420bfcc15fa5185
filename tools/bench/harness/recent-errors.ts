import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serviceNames } from '../../stack/service-names.ts';

const MOST = 5;

/** The last few errors in each service's log, which may explain why a benchmark failed. */
export const recentErrorsIn = (logs: string): string[] =>
  serviceNames.flatMap((name) => {
    const file = path.join(logs, `${name}.log`);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith('{"level":"error"')).slice(-MOST);
  });
