import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root as checkout } from '../stack/paths.ts';
import { run } from './steps.ts';

export interface NxRun {
  targets: string[];
  /** Names of projects; all when omitted. */
  projects?: string[];
  /** Number of tasks that run at the same time. */
  parallel: number;
  /** Ignores results of earlier runs. */
  fresh?: boolean;
  /** Runs only these targets, not those they depend on. */
  alone?: boolean;
  env?: Record<string, string>;
  /** The workspace; this checkout when omitted. */
  root?: string;
}

export interface NxTask {
  project: string;
  target: string;
  passed: boolean;
  /** Restored from an earlier run with the same inputs. */
  cached: boolean;
}

/** Runs targets of projects in the order of their dependencies and returns what Nx reports about each task. */
export async function nx(
  log: string,
  { targets, projects, parallel, fresh = false, alone = false, env = {}, root = checkout }: NxRun,
): Promise<{ code: number; tasks: NxTask[] }> {
  const report = path.join(root, '.nx/cache/run.json');
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const code = await run(
    log,
    process.execPath,
    [
      path.join(checkout, 'node_modules/.bin/nx'),
      'run-many',
      '--targets',
      targets.join(','),
      ...(projects ? ['--projects', projects.join(',')] : []),
      '--outputStyle=static',
      `--parallel=${String(parallel)}`,
      ...(fresh ? ['--skip-nx-cache'] : []),
      ...(alone ? ['--excludeTaskDependencies'] : []),
    ],
    { ...withoutOuterNx(), ...env },
    root,
  );
  return { code, tasks: existsSync(report) ? tasksOf(readFileSync(report, 'utf8')) : [] };
}

/** Inside an Nx task, as in the tests of this runner, Nx's variables name the outer workspace. */
function withoutOuterNx(): Record<string, undefined> {
  if (!process.env.NX_TASK_TARGET_PROJECT) return {};
  const names = Object.keys(process.env).filter((name) => name.startsWith('NX_'));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Part of the report that Nx leaves in its cache folder. */
function tasksOf(report: string): NxTask[] {
  const { tasks } = JSON.parse(report) as {
    tasks: { projectName: string; target: string; cacheStatus: string; status?: number }[];
  };
  return tasks.map(({ projectName, target, cacheStatus, status }) => ({
    project: projectName,
    target,
    passed: status === 0,
    cached: cacheStatus !== 'cache-miss',
  }));
}
