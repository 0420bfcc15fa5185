import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../stack/paths.ts';

const run = promisify(execFile);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caredrop-bundle-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function source(file: string, code: string): void {
  const target = path.join(folder, 'src', file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, code);
}

const tool = (name: string) => run(process.execPath, [path.join(root, 'tools/build', name)], { cwd: folder });

async function bundle(): Promise<void> {
  await tool('compile.mjs');
  await tool('bundle.mjs');
}

const start = () => run(process.execPath, [path.join(folder, 'dist/bundle/main.js')]);

it('a bundled module finds a file of its package', async () => {
  writeFileSync(path.join(folder, 'greeting.txt'), 'hello');
  source('main.ts', "import { greeting } from './deep/greeting.js';\nconsole.log(greeting);\n");
  const read = "readFileSync(new URL('../../greeting.txt', import.meta.url), 'utf8')";
  source('deep/greeting.ts', `import { readFileSync } from 'node:fs';\nexport const greeting = ${read};\n`);
  await bundle();
  expect((await start()).stdout).toBe('hello\n');
});

it('an error in a bundled program names the function and a line of the bundle', async () => {
  source('main.ts', "import { fail } from './fail.js';\n\nfail();\n");
  source('fail.ts', "export const fail = (): void => {\n  throw new Error('planted');\n};\n");
  await bundle();
  await expect(start()).rejects.toThrow(/at fail \(.*dist\/bundle\/main\.js:\d+:/);
});

it('a bundled program is pure ASCII, and its strings keep their values', async () => {
  source(
    'main.ts',
    "const name = 'Zoë';\nconsole.log([`${name} → 👩‍⚕️`, /^[é-ü]$/.test('ö'), /^[👍-👏]$/u.test('👎'), 'שלום'.length].join(' '));\n",
  );
  await bundle();
  expect(readFileSync(path.join(folder, 'dist/bundle/main.js'), 'utf8')).toMatch(/^[\x20-\x7e\s]*$/);
  expect((await start()).stdout).toBe('Zoë → 👩‍⚕️ true true 4\n');
});

it('a program that imports a missing module is not built', async () => {
  source('main.ts', "import { missing } from 'a-package-that-does-not-exist';\nmissing();\n");
  await expect(bundle()).rejects.toThrow(/a-package-that-does-not-exist/);
});

it('a service is built without the packages that only its tests use, as in an image', async () => {
  const references = [{ path: '../testing-that-does-not-exist' }];
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ include: ['src'], references }));
  source('main.ts', "import { greeting } from './greeting.js';\nconsole.log(greeting);\n");
  source('greeting.ts', "export const greeting = 'hello';\n");
  await bundle();
  expect((await start()).stdout).toBe('hello\n');
});

it('a bundled program keeps a call that is made only because it may throw', async () => {
  const calls = ["decodeURIComponent('%zz')", "new URL('no address')", "JSON.parse('{')", "new RegExp('(')"];
  const tries = calls.map(
    (call) => `try {\n  ${call};\n  console.log('accepted');\n} catch {\n  console.log('refused');\n}\n`,
  );
  source('main.ts', `${tries.join('')}export {};\n`);
  await bundle();
  expect((await start()).stdout).toBe('refused\n'.repeat(calls.length));
});

it('a bundled program keeps the names of its classes', async () => {
  source(
    'main.ts',
    "import { Same } from './other.js';\nclass Mine extends Same {}\nconsole.log(Mine.name, Same.name);\n",
  );
  source('other.ts', 'export class Same {}\n');
  await bundle();
  expect((await start()).stdout).toBe('Mine Same\n');
});
