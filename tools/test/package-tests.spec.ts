import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '@caredrop/testing';
import { processInfo } from '@caredrop/testing/backing';
import { projectTasks, testedPackages } from './package-tests.ts';
import { passing, runsOf, scratchWorkspace } from './support/scratch-workspace.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function workspace(packages: Record<string, string>): string {
  const folder = scratchWorkspace(packages);
  folders.push(folder);
  return folder;
}

const test = (root: string, more: { fresh?: boolean } = {}) =>
  projectTasks({ tested: testedPackages(root), root, ...more });

describe('tests of packages', () => {
  it('an unchanged package is counted from the cache and a changed one runs again', async () => {
    const root = workspace({ one: passing('one', 3), two: passing('two', 4) });
    const first = await test(root);
    expect(first).toEqual({ passed: 7, failed: 0, failures: [] });
    expect(runsOf(root).sort()).toEqual(['one', 'two']);

    rmSync(path.join(root, 'test-results'), { recursive: true });
    appendFileSync(path.join(root, 'apps/two/test.mjs'), '\n// changed');
    expect(await test(root)).toEqual(first);
    expect(runsOf(root).sort()).toEqual(['one', 'two', 'two']);

    expect(await test(root, { fresh: true })).toEqual(first);
    expect(runsOf(root).sort()).toEqual(['one', 'one', 'two', 'two', 'two']);
  });

  it('a package runs again when a file on which every package depends has changed', async () => {
    const root = workspace({ one: passing('one', 1) });
    await test(root);
    appendFileSync(path.join(root, 'package-lock.json'), '\n');
    await test(root);
    expect(runsOf(root)).toEqual(['one', 'one']);
  });

  it('two packages are tested in parallel', async () => {
    const meets = (name: string, other: string): string => `
      import { existsSync, writeFileSync } from 'node:fs';
      import { setTimeout as delay } from 'node:timers/promises';
      writeFileSync('../../${name}.started', '');
      const end = Date.now() + 30_000;
      while (!existsSync('../../${other}.started')) {
        if (Date.now() > end) process.exit(1);
        await delay(20);
      }
      ${passing(name, 1).replace('writeFileSync }', 'writeFileSync as write }').replace('writeFileSync(', 'write(')}`;
    const root = workspace({ one: meets('one', 'two'), two: meets('two', 'one') });
    expect(await test(root)).toEqual({ passed: 2, failed: 0, failures: [] });
  });

  it('a package that leaves no results, or exits with an error despite them, counts as failed', async () => {
    const root = workspace({ silent: '', wrong: `${passing('wrong', 2)}\nprocess.exit(3);` });
    const { failed, failures } = await test(root);
    expect(failures).toEqual(['silent: no results', 'wrong: ended with 1']);
    expect(failed).toBe(2);
  });

  it('a failure is never taken from the cache', async () => {
    const root = workspace({ wrong: `${passing('wrong', 2)}\nprocess.exit(3);` });
    await test(root);
    expect((await test(root)).failed).toBe(1);
    expect(runsOf(root)).toEqual(['wrong', 'wrong']);
  });

  it('the tests end with the runner, for example when the broker dies', async () => {
    const hanging = `
      import { writeFileSync } from 'node:fs';
      writeFileSync('../../pid', String(process.pid));
      setInterval(() => undefined, 1000);`;
    const root = workspace({ hanging });
    const runner = `
      const { projectTasks, testedPackages } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'package-tests.ts'))});
      process.stdin.once('data', () => process.exit(1));
      await projectTasks({ tested: testedPackages(${JSON.stringify(root)}), root: ${JSON.stringify(root)} });`;
    const started = spawn(process.execPath, ['--input-type=module', '-e', runner], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const file = path.join(root, 'pid');
    const pid = await eventually(() => {
      expect(existsSync(file)).toBe(true);
      return Number(readFileSync(file, 'utf8'));
    }, 30_000);
    expect(processInfo(pid)?.command).toContain('test.mjs');
    started.stdin.write('the broker is gone\n');
    await eventually(() => {
      expect(processInfo(pid)).toBeUndefined();
    }, 30_000);
  });
});
