import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { freePort } from '../src/backing/index.js';

const holders: ChildProcess[] = [];

afterEach(() => {
  for (const child of holders.splice(0)) child.kill();
});

/** Ports that another process is given, which keeps them until the test ends. All processes begin with the same block. */
async function portsElsewhere(count: number): Promise<number[]> {
  const script = `
    import { freePort } from ${JSON.stringify(path.resolve('src/process/free-port.ts'))};
    Math.random = () => 0.5;
    const ports = [];
    while (ports.length < ${String(count)}) ports.push(await freePort());
    console.log(ports.join());
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  holders.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`ended with ${String(code)}`));
    });
    child.stdout.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
    });
  });
  return line.split(',').map(Number);
}

test('processes that look for ports at the same time are given different ones', async () => {
  const ports = await Promise.all([30, 30, 30, 30].map(portsElsewhere));
  const own = await Promise.all(Array.from({ length: 30 }, freePort));
  expect(new Set([...ports, own].flat()).size).toBe(150);
});

test('a port on which another program listens is skipped', async () => {
  const first = await freePort();
  const program = createServer().listen(first + 1, '127.0.0.1');
  try {
    expect(await freePort()).not.toBe(first + 1);
  } finally {
    program.close();
  }
});

test('a free port is never one that the system may assign to an outgoing connection', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
  expect(await freePort()).toBeLessThan(Number(range.split('\t')[0]));
});
