import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { countJest } from './jest-results.ts';
import { add, failure, results, run, type Count } from './steps.ts';

interface Project {
  /** As in nx: `@caredrop/token`. */
  name: string;
  short: string;
}

/** Every package with a `test` script, in the order of the folders. */
export function testedProjects(filters: string[]): Project[] {
  const all = ['libs', 'apps'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).flatMap((short) => {
      const manifest = path.join(root, folder, short, 'package.json');
      if (!existsSync(manifest)) return [];
      const { name, scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
        name: string;
        scripts?: Record<string, string>;
      };
      return scripts.test ? [{ name, short }] : [];
    }),
  );
  return filters.length === 0 ? all : all.filter(({ short }) => filters.includes(short));
}

/** Runs the Jest of each package through nx, one after the other: each uses both cores by itself. */
export async function packageTests(projects: Project[], env: Record<string, string>): Promise<Count> {
  const counts: Count[] = [];
  for (const project of projects) counts.push(await testProject(project, env));
  return add(...counts);
}

async function testProject({ name, short }: Project, env: Record<string, string>): Promise<Count> {
  const file = path.join(results, 'jest', `${short}.json`);
  rmSync(file, { force: true });
  const jest = ['--json', `--outputFile=${file}`];
  const args = [
    'node_modules/.bin/nx',
    'run',
    `${name}:test`,
    '--skipNxCache',
    '--outputStyle=static',
    '--excludeTaskDependencies',
    '--',
    ...jest,
  ];
  const code = await run(`jest-${short}`, process.execPath, args, env);
  return countJest(short, file, code);
}

/** Jest of a folder that is no package of its own: the tools, the whole-system tests. */
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
