import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compilePackage } from '../../build/compile.mjs';
import { root } from '../../stack/paths.ts';
import { pseudoLocale, type PseudoLanguage } from './pseudo-locale.ts';

/** A built copy of the patient-facing packages with extra languages. */
export interface OtherWorkspace {
  folder: string;
  /** A file of the built patient's page. */
  page: (file: string) => string;
  /** Runs an ES module, which may import the copied services from `./apps/…/dist`; returns the JSON that it prints. */
  evaluate: (module: string) => unknown;
  remove: () => void;
}

const LIBRARY = 'libs/patient-copy';
const services = ['apps/gateway', 'apps/token'];

/** Builds a copy in which each language only adds a file to `locales/`. */
export function buildWith(languages: readonly PseudoLanguage[]): OtherWorkspace {
  const folder = mkdtempSync(path.join(tmpdir(), 'caredrop-languages-'));
  const at = (...parts: string[]) => path.join(folder, ...parts);
  copy(folder, 'tsconfig.base.json');
  for (const part of ['build', 'src', 'locales', 'package.json']) copy(folder, `${LIBRARY}/${part}`);
  for (const service of services)
    for (const part of ['dist', 'package.json']) copy(folder, `${service}/${part}`);
  copy(folder, 'apps/web');
  linkModules(folder);

  const english = readFileSync(at(LIBRARY, 'locales/en.po'), 'utf8');
  for (const language of languages)
    writeFileSync(at(LIBRARY, `locales/${language.tag}.po`), pseudoLocale(english, language));
  const node = (cwd: string, ...args: string[]) => run(at(cwd), process.execPath, args);
  node(LIBRARY, 'build/main.ts');
  compilePackage(at(LIBRARY));
  node(
    'apps/web',
    binary('vite/bin/vite.js'),
    'build',
    '--config',
    'vite.patient.config.ts',
    '--logLevel',
    'warn',
  );

  return {
    folder,
    page: (file) => readFileSync(at('apps/web/dist', file), 'utf8'),
    evaluate: (module) => {
      writeFileSync(at('evaluated.mjs'), module);
      return JSON.parse(node('.', 'evaluated.mjs')) as unknown;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const binary = (file: string) => path.join(root, 'node_modules', file);

const unneeded = new Set(['node_modules', 'dist', 'generated', 'test-results']);

function copy(folder: string, part: string): void {
  const from = path.join(root, part);
  const needed = (file: string) =>
    file === from || !unneeded.has(path.basename(file)) || part.endsWith('/dist');
  cpSync(from, path.join(folder, part), { recursive: true, filter: needed });
}

/** Uses the repository's installed packages; only the package with the languages is a copy. */
function linkModules(folder: string): void {
  const scope = path.join(folder, 'node_modules/@caredrop');
  mkdirSync(scope, { recursive: true });
  const link = (target: string, name: string) => symlinkSync(target, path.join(folder, name));
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@caredrop' && name !== '.cache')
      link(path.join(root, 'node_modules', name), `node_modules/${name}`);
  for (const name of readdirSync(path.join(root, 'libs')))
    link(path.join(name === 'patient-copy' ? folder : root, 'libs', name), `node_modules/@caredrop/${name}`);
  for (const app of [...services, 'apps/web'])
    link(path.join(root, app, 'node_modules'), `${app}/node_modules`);
}

function run(cwd: string, program: string, args: string[]): string {
  // Jest sets NODE_ENV to `test`, which would cause a development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
