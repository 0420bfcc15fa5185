import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root as checkout } from '../../stack/paths.ts';

/**
 * A small workspace with our nx.json, in which a test of the runner can have packages that pass, fail and change. Each
 * package's `test` script is the given program.
 */
export function scratchWorkspace(packages: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'caredrop-runner-')));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  symlinkSync(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'));
  for (const file of ['nx.json', 'tools/test/machine-facts.mjs', 'tools/test/result-file.mjs'])
    cpSync(path.join(checkout, file), path.join(root, file));
  write('package.json', JSON.stringify({ name: 'scratch', private: true, workspaces: ['libs/*', 'apps/*'] }));
  write('package-lock.json', JSON.stringify({ name: 'scratch', lockfileVersion: 3, packages: {} }));
  mkdirSync(path.join(root, 'libs'));
  for (const [name, program] of Object.entries(packages)) {
    const scripts = { test: 'node test.mjs' };
    write(
      `apps/${name}/package.json`,
      JSON.stringify({ name: `@scratch/${name}`, version: '1.0.0', scripts }),
    );
    write(`apps/${name}/test.mjs`, program);
  }
  return root;
}

/** A program that records each of its runs and writes the results of a Jest run with these counts. */
export const passing = (name: string, passed: number): string => `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  appendFileSync('../../runs.log', '${name}\\n');
  mkdirSync('../../test-results/jest/apps', { recursive: true });
  const result = { passed: ${String(passed)}, total: ${String(passed)}, interrupted: false, files: [] };
  writeFileSync('../../test-results/jest/apps/${name}.json', JSON.stringify(result));`;

/** Names of the packages whose tests really ran, in order. */
export const runsOf = (root: string): string[] =>
  readFileSync(path.join(root, 'runs.log'), 'utf8').trim().split('\n');
