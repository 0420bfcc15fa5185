import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root as checkout } from '../stack/paths.ts';
import { countJest, resultFile } from './jest-results.ts';
import { nx, type NxTask } from './nx.ts';
import { add, failure, none, run, type Count } from './steps.ts';

export interface Project {
  /** Name of the folder: `token`. */
  name: string;
  /** Name in Nx: `@caredrop/token`. */
  nxName: string;
  /** From the root: `apps/token`. */
  folder: string;
}

/** Every package with a `test` script, in the order of the folders. */
export function testedPackages(root = checkout): Project[] {
  return ['libs', 'apps'].flatMap((group) =>
    readdirSync(path.join(root, group)).flatMap((name) => {
      const folder = path.join(group, name);
      const manifest = path.join(root, folder, 'package.json');
      if (!existsSync(manifest)) return [];
      const { name: nxName, scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
        name: string;
        scripts?: Record<string, string>;
      };
      return scripts.test ? [{ name, nxName, folder }] : [];
    }),
  );
}

/** The tools, which Nx knows by tools/project.json. */
export const toolsProject: Project = { name: 'tools', nxName: 'tools', folder: 'tools' };

export interface TaskOptions {
  /** Projects whose tests run. */
  tested: Project[];
  /** Other targets, of all projects, that run at the same time as the tests. */
  checks?: string[];
  fresh?: boolean;
  env?: Record<string, string>;
  root?: string;
}

/**
 * Each Jest run uses both cores by itself; a second one fills the time in which the first waits. Three made
 * timing tests fail.
 */
const AT_ONCE = 2;

/**
 * Runs the tests of packages in parallel, each in its own Jest, together with checks such as `lint`. Packages
 * that have not changed since they last passed come from Nx's cache, with their results.
 */
export async function projectTasks(options: TaskOptions): Promise<Count> {
  const { tested, checks = [], fresh = false, env = {}, root = checkout } = options;
  const common = { parallel: AT_ONCE, alone: true, fresh, env, root };
  if (tested.length === 0) return none;
  for (const { folder } of tested) rmSync(resultFile(root, folder), { force: true });
  const projects = checks.length === 0 ? { projects: tested.map(({ nxName }) => nxName) } : {};
  const { code, tasks } = await nx('packages', {
    ...common,
    ...projects,
    targets: ['test', ...checks],
  });
  const counts = tested.map((project) => countTests(project, tasks, root));
  counts.push(...tasks.filter(isFailedCheck).map(({ project, target }) => failure(`${project}: ${target}`)));
  const sum = add(...counts);
  sayCached(tasks);
  return code !== 0 && sum.failed === 0 ? add(sum, failure(`nx ended with ${String(code)}`)) : sum;
}

const isFailedCheck = ({ target, passed }: NxTask): boolean => !passed && target !== 'test';

function countTests({ name, nxName, folder }: Project, tasks: NxTask[], root: string): Count {
  const task = tasks.find(({ project, target }) => project === nxName && target === 'test');
  if (!task) return failure(`${name}: its tests did not run`);
  return countJest(name, resultFile(root, folder), task.passed ? 0 : 1);
}

function sayCached(tasks: NxTask[]): void {
  const cached = tasks.filter((task) => task.cached && task.target === 'test').map(({ project }) => project);
  if (cached.length > 0)
    process.stdout.write(`Unchanged, counted from the cache (--fresh runs them): ${cached.join(', ')}\n`);
}

/** Runs the Jest of a folder without Nx and its cache: the whole-system tests, and some spec files of a package. */
export async function folderTests(
  name: string,
  folder: string,
  env: Record<string, string> = {},
  more: string[] = [],
): Promise<Count> {
  const file = resultFile(checkout, folder);
  rmSync(file, { force: true });
  if (!existsSync(path.join(checkout, folder, 'jest.config.mjs')))
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
  return countJest(name, file, await run(`jest-${name}`, process.execPath, args, env));
}
