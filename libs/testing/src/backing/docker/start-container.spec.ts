import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../../eventually.js';
import { startContainer } from './start-container.js';

const folder = mkdtempSync(path.join(tmpdir(), 'caredrop-docker-'));
const log = path.join(folder, 'log');
const searched = process.env.PATH ?? '';

/**
 * A fake `docker`: records its arguments and a variable, copies files into a folder, and listens on the
 * published port.
 */
const FAKE = `#!${process.execPath}
const { appendFileSync, copyFileSync, readFileSync } = require('node:fs');
const [command, ...args] = process.argv.slice(2);
appendFileSync('${log}', JSON.stringify([command, ...args, process.env.SECRET ?? '']) + '\\n');
if (args.includes('missing:1')) { console.error('no such image'); process.exit(1); }
if (command === 'cp') copyFileSync(args[0], '${folder}/copied');
if (command === 'start') {
  const port = /127\\.0\\.0\\.1:(\\d+):/.exec(readFileSync('${log}', 'utf8'))[1];
  require('node:net').createServer((socket) => socket.end()).listen(port, '127.0.0.1');
}
`;

const calls = (): string[][] =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);

const connects = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

beforeAll(() => {
  writeFileSync(path.join(folder, 'docker'), FAKE);
  chmodSync(path.join(folder, 'docker'), 0o755);
});
beforeEach(() => {
  writeFileSync(log, '');
  process.env.PATH = `${folder}:${searched}`;
});
afterEach(() => {
  process.env.PATH = searched;
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a container gets its files before it starts, listens on 127.0.0.1, and ends when it is stopped', async () => {
  const files = { '/etc/thing.conf': 'on = yes' };
  const { port, child } = await startContainer({ image: 'thing:1', port: 99, env: {}, files });
  await eventually(() => connects(port));
  expect(calls().map(([command]) => command)).toEqual(['create', 'cp', 'start']);
  expect(calls()[0]).toEqual(expect.arrayContaining(['--rm', `127.0.0.1:${String(port)}:99`, 'thing:1']));
  expect(readFileSync(path.join(folder, 'copied'), 'utf8')).toBe('on = yes');
  await child.stop();
  await expect(connects(port)).rejects.toThrow();
});

test('a password reaches the container through its environment and is not in any argument', async () => {
  const { child } = await startContainer({ image: 'thing:1', port: 99, env: { SECRET: 'hush' } });
  await child.stop();
  const [create = []] = calls();
  expect(create.at(-1)).toBe('hush');
  expect(create.slice(0, -1).join(' ')).toContain('--env SECRET');
  expect(create.slice(0, -1).join(' ')).not.toContain('hush');
});

test('an image that is not available causes an error with the engine’s message', async () => {
  await expect(startContainer({ image: 'missing:1', port: 99, env: {} })).rejects.toThrow(
    'docker create failed: no such image',
  );
});
