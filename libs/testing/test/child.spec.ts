import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processInfo, startChild } from '../src/backing/index.js';
import { eventually } from '../src/index.js';

const shell = (script: string) => ({ command: 'sh', args: ['-c', script], env: { PATH: process.env.PATH } });

async function scratch(): Promise<string> {
  return path.join(await mkdtemp(path.join(tmpdir(), 'child-')), 'log');
}

test('the output of a child process is written to its log', async () => {
  const logFile = await scratch();
  const child = await startChild({ ...shell('echo out; echo err >&2; exit 3'), logFile });
  expect(await child.exited).toEqual({ code: 3, signal: null });
  expect((await readFile(logFile, 'utf8')).split('\n')).toEqual(expect.arrayContaining(['out', 'err']));
});

test('the error for a command that cannot be started names the command', async () => {
  await expect(startChild({ command: '/no/such/program' })).rejects.toThrow(/\/no\/such\/program/);
});

test('stopping a child process also stops its children', async () => {
  const logFile = await scratch();
  const child = await startChild({ ...shell('sleep 1000 & echo $!; wait'), logFile });
  const grandchild = await eventually(async () => {
    const pid = Number((await readFile(logFile, 'utf8')).trim());
    expect(pid).toBeGreaterThan(1);
    return pid;
  });
  await child.stop();
  expect(child.running).toBe(false);
  await eventually(() => {
    expect(processInfo(grandchild)).toBeUndefined();
  });
});

test('a child process that ignores SIGTERM is killed', async () => {
  const logFile = await scratch();
  const child = await startChild({ ...shell("trap '' TERM; echo deaf; while :; do sleep 1; done"), logFile });
  await eventually(async () => {
    expect(await readFile(logFile, 'utf8')).toContain('deaf');
  });
  await child.stop(100);
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a child process ends when its parent is killed', async () => {
  const dist = path.resolve(import.meta.dirname, '../dist/backing/index.js');
  const script = `
    const { startChild } = await import(${JSON.stringify(dist)});
    const child = await startChild({ command: 'sleep', args: ['1000'], env: process.env });
    process.stdout.write(String(child.pid) + '\\n');
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (chunk: Buffer) => {
      resolve(Number(chunk.toString()));
    });
  });
  expect(processInfo(pid)?.command).toBe('sleep 1000');
  parent.kill('SIGKILL');
  await eventually(() => {
    expect(processInfo(pid)).toBeUndefined();
  });
});

test('the start time of a process distinguishes it from another', () => {
  const own = processInfo(process.pid);
  expect(own?.command).toContain('jest');
  expect(processInfo(process.pid)?.started).toBe(own?.started);
  expect(processInfo(process.ppid)?.started).not.toBe(own?.started);
  expect(existsSync('/proc') ? processInfo(2 ** 22 + 1) : undefined).toBeUndefined();
});
