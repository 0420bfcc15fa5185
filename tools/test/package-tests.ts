import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { countJest } from './jest-results.ts';
import { add, failure, results, run, type Count } from './steps.ts';

interface Project {
  /** Its folder's name: `token`. */
  name: string;
  /** From the root: `apps/token`. */
  folder: string;
}

/** Every package with a `test` script, in the order of the folders. */
export function testedProjects(filters: string[]): Project[] {
  const all = ['libs', 'apps'].flatMap((group) =>
    readdirSync(path.join(root, group)).flatMap((name) => {
      const folder = path.join(group, name);
      const manifest = path.join(root, folder, 'package.json');
      if (!existsSync(manifest)) return [];
      const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
        scripts?: Record<string, string>;
      };
      return scripts.test ? [{ name, folder }] : [];
    }),
  );
  return filters.length === 0 ? all : all.filter(({ name }) => filters.includes(name));
}

/** Runs the Jest of each package, one after the other: each uses both cores by itself. */
export async function packageTests(projects: Project[], env: Record<string, string>): Promise<Count> {
  const counts: Count[] = [];
  for (const { name, folder } of projects) counts.push(await folderTests(name, folder, env));
  return add(...counts);
}

/**
 * Runs the Jest of a folder: a package, the tools, the whole-system tests. It is built already, so nx is not
 * needed.
 */
export async function folderTests(
  name: string,
  folder: string,
  env: Record<string, string> = {},
  more: string[] = [],
): Promise<Count> {
  const file = path.join(results, 'jest', `${name}.json`);
  rmSync(file, { force: true });
  if (!existsSync(path.join(root, folder, 'jest.config.mjs')))
    return failure(`${name}: ${folder} has no tests`);
  const args = [
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--rootDir',
    folder,
    '--config',
    `${folder}/jest.config.mjs`,
    ...more,
  ];
  const code = await run(`jest-${name}`, process.execPath, [...args, '--json', `--outputFile=${file}`], env);
  return countJest(name, file, code);
}
