import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const STAMP = path.join(root, 'node_modules/.cache/caredrop/built.json');
const SKIPPED = new Set(['node_modules', 'dist', 'types', 'test', 'generated', 'test-results', 'e2e']);
/** What both parts of the build depend on. */
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'tools/build', 'libs'];

/** Builds the parts that have changed since the last build. Throws with the output if the build fails. */
export function build() {
  const state = { services: stateOf(servicesInApps()), web: stateOf(['apps/web']) };
  const built = existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {};
  const complete = outputs().every(existsSync);
  const changed = Object.keys(state).filter((part) => !complete || built[part] !== state[part]);
  if (changed.length === 0) return;
  process.stdout.write('Building …\n');
  const started = Date.now();
  const node = path.join(root, 'node_modules/.bin/node');
  const result = spawnSync(node, ['tools/build/main.mjs', ...changed], {
    cwd: root,
    encoding: 'utf8',
    env: pinnedEnv(),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}\nThe build failed`);
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, JSON.stringify(state));
  process.stdout.write(`Built in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** The environment in which `node` is the pinned one. */
export function pinnedEnv() {
  return {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  };
}

function servicesInApps() {
  const names = readdirSync(path.join(root, 'apps')).filter((name) => name !== 'web' && name !== 'e2e');
  return names.map((name) => path.join('apps', name));
}

/** A fingerprint of the names, sizes and times of the inputs of a part of the build. */
function stateOf(folders) {
  const hash = createHash('sha256');
  for (const file of [...SHARED, ...folders].flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(name) {
  if (!statSync(path.join(root, name)).isDirectory()) return [name];
  const entries = readdirSync(path.join(root, name)).filter((entry) => !SKIPPED.has(entry));
  return entries.sort().flatMap((entry) => filesUnder(path.join(name, entry)));
}

/** The `dist` of every package that has a build. */
function outputs() {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .map((name) => path.join(root, folder, name))
      .filter((project) => existsSync(path.join(project, 'package.json')) && hasBuild(project))
      .map((project) => path.join(project, 'dist')),
  );
}

function hasBuild(project) {
  return 'build' in (JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')).scripts ?? {});
}
