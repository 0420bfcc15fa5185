import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { retireText } from '../keys/retire-text.ts';
import { root } from '../stack/paths.ts';
import { serviceNames } from '../stack/service-names.ts';
import { repositoryFiles } from './support/repository-files.ts';

const page = readFileSync(path.join(root, 'docs/operator-commands.md'), 'utf8');

/** Names of a service's commands, from its own `--help`. */
function commandsOf(service: string): string[] {
  const cwd = path.join(root, 'apps', service);
  const usage = execFileSync(process.execPath, ['dist/cli.js', '--help'], { cwd, encoding: 'utf8' });
  const names = [...usage.matchAll(/^ {2}([a-z]\S*(?: [a-z]+)?)/gm)].map(([, name = '']) => name);
  return names.sort();
}

/** Names of a service's commands, from the page's table. */
function documentedOf(text: string, service: string): string[] {
  const row = text.split('\n').find((line) => line.startsWith(`| ${service} | \``)) ?? '';
  return [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort();
}

/** The command after each `dist/cli.js` in a text: the first word, and the second if there is one. */
const typedIn = (text: string): string[] =>
  [...text.matchAll(/dist\/cli\.js ([a-z][a-z-]*(?: [a-z]+)?)/g)].map(([, typed = '']) => typed);

const scripts = Object.keys(
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const everything = [...new Set(serviceNames.flatMap(commandsOf))];
const isCommand = (typed: string): boolean =>
  everything.includes(typed) || everything.includes(typed.split(' ')[0] ?? '') || typed === 'keys';

const pages = ['docs', 'docs/runbooks'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

describe('docs/operator-commands.md', () => {
  it.each([...serviceNames])('docs/operator-commands.md lists exactly the commands of %s', (service) => {
    expect(documentedOf(page, service)).toEqual(commandsOf(service));
  });

  it('a command missing from docs/operator-commands.md is detected', () => {
    expect(documentedOf('| gateway | `doctor` `fly` |', 'gateway')).not.toEqual(commandsOf('gateway'));
  });

  it('the prose of docs/operator-commands.md mentions every command', () => {
    const text = page
      .split('\n')
      .filter((line) => !line.startsWith('| '))
      .join('\n');
    expect(everything.filter((name) => !text.includes(name))).toEqual([]);
  });
});

it('a rotation of FILE_URL_KEYS names a separate command to retire each older key', () => {
  const commands = retireText(['k1', 'k2']).split('\n').slice(1);
  expect(commands).toEqual(['k1', 'k2'].map((id) => `npm run keys -- retire ${id} --ring FILE_URL_KEYS`));
});

describe('commands in the docs and runbooks', () => {
  it.each(pages)('every operator command in %s exists', (name) => {
    const text = read(name);
    expect(typedIn(text).filter((typed) => !isCommand(typed))).toEqual([]);
    const runs = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(
      ([, script = '']) => script,
    );
    expect(runs.filter((script) => !scripts.includes(script))).toEqual([]);
    expect(text).not.toMatch(/node (?:--input-type=module )?-e "\s*\n?\s*import/);
  });

  it('every page about point-in-time recovery names the command that must follow it', () => {
    const recovering = pages.filter((name) => /point-in-time/i.test(read(name)));
    expect(recovering).toEqual(['docs/backup.md', 'docs/scale.md']);
    expect(recovering.filter((name) => !read(name).includes('after-restore'))).toEqual([]);
  });

  it('a command or script that does not exist is detected in the docs', () => {
    expect(
      typedIn('docker compose exec auth node dist/cli.js fly --to x').filter((typed) => !isCommand(typed)),
    ).toEqual(['fly']);
    expect(scripts).not.toContain('fly');
  });
});

/** Commands that change more than the named service: compose also recreates its dependencies if their settings changed. */
const withDependencies = (text: string): string[] =>
  [...text.matchAll(/docker compose (?:-\S+ \S+ )*(?:up|run)\b[^`'"|&;)\n]*/g)]
    .map(([typed]) => typed.replace(/\$\(.*| {2,}.*|#.*/, '').trim())
    .filter((typed) => !typed.includes('--no-deps') && /(?:up|run)(?: --?\S+)* [^-\s]/.test(typed));

describe('commands that start a single service with compose', () => {
  it('no documented command starts a single service without --no-deps', () => {
    const files = repositoryFiles('*.md', '*.sh', '*.yml', 'tools/deploy', ':!CHANGELOG.md');
    const found = files.flatMap((file) => withDependencies(read(file)).map((typed) => `${file}: ${typed}`));
    expect(found).toEqual([]);
  });

  it('a command that also changes the dependencies of a service is detected', () => {
    const typed = ['docker compose up --detach token', 'docker compose -f a.yml run --rm audit-prune'];
    expect(withDependencies(typed.join('\n'))).toEqual(typed);
    expect(withDependencies('docker compose up --detach --wait   # everything')).toEqual([]);
    expect(withDependencies('docker compose up --detach --no-deps token')).toEqual([]);
  });
});

it('every page that doctor refers to exists', () => {
  const sources = ['libs', 'apps', 'tools/doctor'].flatMap((folder) => sourcesIn(path.join(root, folder)));
  const named = sources.flatMap((file) => readFileSync(file, 'utf8').match(/docs\/[\w/-]+\.md/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const ours = files.filter((file) => !/node_modules|[\\/](dist|generated|test)[\\/]|\.spec\.ts$/.test(file));
  return ours.filter((file) => /[\\/](doctor|cli)[\\/][^\\/]+\.ts$|check-[^\\/]+\.ts$/.test(file));
}
