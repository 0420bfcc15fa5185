import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { missingPackages } from '../run/install.mjs';
import { root } from '../stack/paths.ts';
import { serviceNames } from '../stack/service-names.ts';
import { loadedPackages } from './support/loaded-packages.ts';

interface Locked {
  version: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
type Packages = Record<string, Locked>;

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Packages;
};

/** The most packages that `npm start` and the images may install; raising it needs a reason. */
const AT_MOST = 620;

const FOR_TESTS =
  /^node_modules\/(?:jest|@jest\/.*|jsdom|msw|@playwright\/.*|playwright.*|oxlint|oxlint-tsgolint|oxfmt|knip|nx|s3rver|@testing-library\/.*|kubernetes-models|@tus\/.*)$/;

const onLinux = ({ os, cpu, libc }: Locked): boolean =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'));

/** The packages that `npm ci --omit=dev` installs on Linux. */
const startPackages = (locked: Packages): string[] =>
  Object.entries(locked)
    .filter(([name, entry]) => name.includes('node_modules/') && !entry.link && !entry.dev && onLinux(entry))
    .map(([name]) => name);

const forTests = (locked: Packages): string[] => startPackages(locked).filter((name) => FOR_TESTS.test(name));

/** The commands that run without the packages for tests. */
const programs = [
  ...['start', 'admin', 'audit', 'events', 'backup', 'restore', 'reconcile', 'purge', 'doctor', 'keys'].map(
    (name) => `tools/${name}/main.ts`,
  ),
  'tools/seed/volume/main.ts',
  'libs/patient-copy/build/main.ts',
  ...serviceNames.flatMap((name) =>
    ['main', 'cli', 'migrate', 'signer/main', 'inspector/main'].map((file) => `apps/${name}/src/${file}.ts`),
  ),
].filter((file) => existsSync(path.join(root, file)));

/** The packages that the programs load but that are missing from an installation without the packages for tests. */
const notInstalled = (locked: Packages): string[] =>
  [...loadedPackages(programs)]
    .filter(([name, file]) => {
      const own = `${file.split('/').slice(0, 2).join('/')}/node_modules/${name}`;
      const entry = locked[own] ?? locked[`node_modules/${name}`];
      return !entry || entry.dev;
    })
    .map(([name]) => name);

describe('the packages that npm start installs', () => {
  it('npm start installs no package that only tests need, and a planted one is found', () => {
    expect(forTests(packages)).toEqual([]);
    expect(forTests({ ...packages, 'node_modules/jest': { version: '30.5.2' } })).toEqual([
      'node_modules/jest',
    ]);
  });

  it(`npm start installs at most ${String(AT_MOST)} packages, and at most half of all`, () => {
    const all = Object.values(packages).filter(onLinux).length;
    expect(startPackages(packages).length).toBeLessThanOrEqual(Math.min(AT_MOST, all / 2));
  });

  it('npm start installs every package that its programs load, and a planted test package is found', () => {
    expect(notInstalled(packages)).toEqual([]);
    const planted = { ...packages, 'node_modules/amqplib': { version: '2.3.1', dev: true } };
    expect(notInstalled(planted)).toEqual(['amqplib']);
  });

  it('an installation without the packages for tests is complete for npm start and incomplete for npm test', () => {
    const wanted = {
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/jest': { version: '30.5.2', dev: true },
    };
    const present = { 'node_modules/zod': { version: '4.6.7' } };
    expect(missingPackages(wanted, present, false)).toBe(0);
    expect(missingPackages(wanted, present, true)).toBe(1);
    expect(missingPackages(wanted, {}, false)).toBe(1);
  });

  it('a package that tests need and that is optional for the product may be missing only for npm start', () => {
    const wanted = { 'node_modules/cliui': { version: '8.0.1', devOptional: true } };
    expect(missingPackages(wanted, {}, false)).toBe(0);
    expect(missingPackages(wanted, {}, true)).toBe(1);
    expect(missingPackages(wanted, { 'node_modules/cliui': { version: '8.0.0' } }, false)).toBe(1);
  });
});
