import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { eventually } from '@caredrop/testing';
import { kustomize, type Manifest } from '../deploy/kustomize.ts';
import { root } from '../stack/paths.ts';
import { processNames } from '../stack/service-names.ts';
import { freshServer, runOn } from './support/server.ts';
import { ofKind } from './support/workloads.ts';

const deployments = ofKind(kustomize('k8s/base'), 'Deployment');
const BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

let server: string;
beforeEach(() => {
  server = freshServer();
  for (const program of ['docker', 'kubectl', 'git']) {
    const file = path.join(server, 'bin', program);
    copyFileSync(path.join(root, 'tools/checks/support/fake-engine.sh'), file);
    chmodSync(file, 0o755);
  }
  for (const one of deployments)
    writeFileSync(path.join(server, `${one.metadata.name}.json`), JSON.stringify(one));
  writeFileSync(path.join(server, 'rabbitmq-definitions.json'), '{}');
  for (const folder of ['containers', 'stopped']) mkdirSync(path.join(server, folder));
  for (const one of processNames) writeFileSync(path.join(server, 'containers', one), `${one}\n`);
});
afterEach(() => rmSync(server, { recursive: true }));

const deployed = (script: string): string => `deploy/${script}.sh`;
/** Runs deploy/<script>. `env`: FAKE_FAILS and others, see fake-engine.sh. */
const run = (script: string, args: string[], env: Record<string, string> = {}): Promise<string> =>
  runOn(server, deployed(script), args, { FAKE: server, ...env });
const calls = (): string[] => {
  const file = path.join(server, 'calls');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.filter((line) => !line.endsWith('a program'));
};
const forget = (): void => rmSync(path.join(server, 'calls'));
const inBackups = (): string[] => readdirSync(path.join(server, 'backups')).sort();
const inContainers = (): string[] => readdirSync(path.join(server, 'containers')).sort();

/** Starts a program, ends it and its children once the command FAKE_HANGS runs, and returns its exit code and output. */
async function interrupt(program: string, args: string[], env: Record<string, string>) {
  const more = { PATH: `${path.join(server, 'bin')}:${process.env.PATH ?? ''}`, FAKE: server };
  const child = spawn(program, args, { cwd: server, env: { ...more, ...env }, detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'close');
  await eventually(() => expect(existsSync(path.join(server, 'hangs'))).toBe(true));
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  const [code] = (await ended) as [number | null];
  return { code, said };
}

/** Matches the output of a restore that is complete although these services are not ready. */
const restoredBut = (...services: string[]): RegExp =>
  new RegExp(
    `Restored: .*not ready: ${services.join(' ')} \\(.*Do not repeat the restore.*` +
      'reconcile --verify --republish 2026-11-22T03:00:00.000Z ',
    's',
  );

const databases = ['token', 'auth', 'document', 'notification', 'audit'];

describe('the deploy scripts with compose', () => {
  const place = (): string => path.join(server, 'backups');
  const audit = 'audit-migrate';
  const backUp = (env?: Record<string, string>) => run('backup', [place()], env);
  const restore = (name: string, more: string[] = [], env?: Record<string, string>) =>
    run('restore', [place(), name, ...more], env);

  it('a backup puts every part into one dated folder, in the order links, documents, objects', async () => {
    const said = await backUp();
    const [name = ''] = inBackups();
    expect(inBackups()).toEqual([expect.stringMatching(BACKUP)]);
    expect(said).toContain(`Backup ${name} is complete`);
    const part = `/backups/${name}.part`;
    expect(calls()).toEqual([
      ...['token', 'auth', 'document', 'notification'].map(
        (one) => `${one} backup --to ${part}/databases/${one}`,
      ),
      `${audit} backup --to ${part}/databases/audit`,
      `document objects backup --to ${part}/objects`,
    ]);
  });

  it('a backup reuses the objects of the previous backup', async () => {
    mkdirSync(path.join(server, 'backups/2026-01-01T00-00-00Z'), { recursive: true });
    await backUp();
    expect(calls().at(-1)).toMatch(/--previous \/backups\/2026-01-01T00-00-00Z\/objects$/);
  });

  it.each(['token backup', 'document objects'])('a failure of "%s" leaves no backup', async (step) => {
    await expect(backUp({ FAKE_FAILS: step })).rejects.toThrow('No backup was made');
    expect(inBackups()).toEqual([]);
  });

  it('an interrupted backup leaves no folder', async () => {
    const { code, said } = await interrupt(deployed('backup'), [place()], { FAKE_HANGS: 'token backup' });
    expect(said).toContain('No backup was made: it was interrupted.');
    expect(code).toBe(1);
    expect(inBackups()).toEqual([]);
  });

  it('a backup removes what a killed backup left two days ago, and nothing else', async () => {
    const now = new Date();
    const twoDaysAgo = new Date(now.getTime() - 49 * 3_600_000);
    const old = '2026-01-01T00-00-00Z';
    for (const [name, time] of [
      [`${old}.part`, twoDaysAgo],
      [old, twoDaysAgo],
      ['other.part', twoDaysAgo],
      ['2026-01-02T00-00-00Z.part', now],
    ] as const) {
      mkdirSync(path.join(place(), name, 'objects'), { recursive: true });
      utimesSync(path.join(place(), name), time, time);
    }
    await backUp();
    const left = [old, '2026-01-02T00-00-00Z.part', expect.stringMatching(BACKUP) as string, 'other.part'];
    expect(inBackups()).toEqual(left);
  });

  it('scripts started from another folder find the installation, and resolve paths from that folder', async () => {
    const home = path.join(server, 'home');
    mkdirSync(home);
    const from = (script: string, ...args: string[]) =>
      runOn(home, path.join(server, deployed(script)), args, {
        FAKE: server,
        PATH: `${path.join(server, 'bin')}:${process.env.PATH ?? ''}`,
      });
    await expect(from('backup', 'backups')).resolves.toContain('is complete');
    expect(readdirSync(path.join(home, 'backups'))).toEqual([expect.stringMatching(BACKUP)]);
    await expect(from('doctor')).resolves.toContain('All checks passed.');
    await expect(from('roll', 'token')).resolves.toContain('token: replaced 1 containers');
  });

  it('a restore stops the services and checks every part before it changes any of them', async () => {
    await backUp();
    const [name = ''] = inBackups();
    forget();
    const said = await restore(name, ['--replace']);
    const done = calls().filter((line) => !/^(up|stop)/.test(line));
    const each = (words: (one: string) => string) =>
      databases.map((one) => `${one === 'audit' ? audit : one} ${words(one)}`);
    expect(done).toEqual([
      ...each((one) => `restore --check --from /backups/${name}/databases/${one} --replace`),
      `document objects restore --check --from /backups/${name}/objects --replace`,
      ...each((one) => `restore --from /backups/${name}/databases/${one} --replace`),
      `document objects restore --from /backups/${name}/objects --replace`,
      ...each(() => 'migrate'),
      'document reconcile --dry-run --verify',
      'token reconcile --dry-run',
    ]);
    const stopped = calls().findIndex((line) => /^stop/.test(line));
    expect(stopped).toBeLessThan(calls().findIndex((line) => line.includes('--check')));
    expect(said).toMatch(/Restored: .* Changes after 20\d\d-.*Z may be missing/s);
  });

  it.each([
    ['a complete restore', {}],
    ['a restore after which a service stays unhealthy', { FAKE_UNHEALTHY: 'notification' }],
  ])('%s says that revoked links and disabled accounts work again', async (_what, env) => {
    await backUp();
    const said = await restore(inBackups()[0] ?? '', [], env).catch((error: unknown) => String(error));
    expect(said).toContain(
      'Links that were revoked and accounts that were disabled after 2026-11-22T03:00:00.000Z work again: revoke and disable them again now',
    );
  });

  it.each([
    ['notification restore --check', 'notification cannot be restored'],
    ['document objects restore --check', 'the documents cannot be restored'],
  ])(
    'a restore whose check fails (%s) changes nothing and starts the services that were running',
    async (check, problem) => {
      await backUp();
      const [name = ''] = inBackups();
      forget();
      rmSync(path.join(server, 'containers/audit-signer'));
      const ended = restore(name, [], { FAKE_FAILS: check });
      await expect(ended).rejects.toThrow(`Nothing was changed: ${problem}`);
      expect(calls().filter((line) => line.includes('restore --from'))).toEqual([]);
      const running = 'audit auth document gateway notification token';
      expect(calls().at(-1)).toBe(`up --detach --wait --no-deps ${running}`);
    },
  );

  it.each([
    ['while the services stop', 'stop gateway'],
    ['during a check', 'auth restore --check'],
  ])(
    'a restore that is interrupted %s changes nothing and starts the services again',
    async (_when, hangs) => {
      await backUp();
      const [name = ''] = inBackups();
      forget();
      const { code, said } = await interrupt(deployed('restore'), [place(), name], { FAKE_HANGS: hangs });
      expect(said).toContain(
        'Nothing was changed: the restore was interrupted. The services that were running are running again.',
      );
      expect(code).toBe(1);
      expect(calls().filter((line) => line.includes('restore --from'))).toEqual([]);
      const running = [...processNames].sort().join(' ');
      // The engine completes the stop even though the script was interrupted.
      expect(calls().slice(-2)).toEqual([`stop ${running}`, `up --detach --wait --no-deps ${running}`]);
    },
  );

  it('a restore that is interrupted while it restores leaves the services stopped and says what to do', async () => {
    await backUp();
    const [name = ''] = inBackups();
    forget();
    const env = { FAKE_HANGS: 'auth restore --from' };
    const { code, said } = await interrupt(deployed('restore'), [place(), name], env);
    expect(said).toContain('The backup was not restored: the services stay stopped.');
    expect(code).toBe(1);
    expect(calls().at(-1)).toContain('auth restore --from');
  });

  it('a restore that is repeated without --replace after it stopped half-way leaves the services stopped', async () => {
    await backUp();
    const [name = ''] = inBackups();
    const halfWay = restore(name, [], { FAKE_FAILS: 'document restore --from' });
    await expect(halfWay).rejects.toThrow('document was not restored: the services stay stopped');
    forget();
    const again = restore(name, [], { FAKE_FAILS: 'token restore --check' });
    await expect(again).rejects.toThrow(
      'token cannot be restored. No service was started. If an earlier restore failed, repeat it with --replace.',
    );
    expect(calls().filter((line) => line.startsWith('up'))).toEqual([
      'up --detach --wait --no-recreate postgres rabbitmq',
    ]);
  });

  it('a restore without rabbitmq-definitions.json starts nothing and names the command that writes it', async () => {
    await backUp();
    const [name = ''] = inBackups();
    forget();
    rmSync(path.join(server, 'rabbitmq-definitions.json'));
    const ended = restore(name);
    await expect(ended).rejects.toThrow(
      /rabbitmq-definitions\.json is missing: nothing was started.*npm run secrets -- update/,
    );
    expect(calls()).toEqual([]);
  });

  it('an incomplete backup is refused before any service stops', async () => {
    await backUp();
    const [name = ''] = inBackups();
    rmSync(path.join(server, 'backups', name, 'databases/auth/database.json'));
    forget();
    await expect(restore(name)).rejects.toThrow(/is not a complete backup: nothing was changed/);
    expect(calls().filter((line) => /^stop/.test(line))).toEqual([]);
    await expect(restore(`${name}.part`)).rejects.toThrow('is not the name of a complete backup');
  });

  it.each([
    ['the reconciliation reports something', 'token reconcile'],
    ['objects are missing or damaged in the backup', 'document objects restore'],
  ])('a restore exits with 2 when %s, after it has restored the rest', async (_what, found) => {
    await backUp();
    const [name = ''] = inBackups();
    forget();
    const env = { PATH: `${path.join(server, 'bin')}:${process.env.PATH ?? ''}`, FAKE: server };
    const ended = spawnSync('deploy/restore.sh', [place(), name], {
      cwd: server,
      env: { ...env, FAKE_FINDS: found },
    });
    expect(ended.status).toBe(2);
    expect(calls()).toContain(`document objects restore --from /backups/${name}/objects`);
  });

  it('a restore after which a service stays unhealthy says that the data is restored and what is left to do', async () => {
    await backUp();
    const [name = ''] = inBackups();
    forget();
    const ended = restore(name, [], { FAKE_UNHEALTHY: 'notification' });
    await expect(ended).rejects.toThrow(restoredBut('notification'));
    expect(calls().at(-1)).toBe('up --detach --wait --no-deps audit-signer');
  });

  it('a restore whose reconciliation fails says that the data is restored and what is left to do', async () => {
    await backUp();
    const ended = restore(inBackups()[0] ?? '', [], { FAKE_FAILS: 'token reconcile' });
    await expect(ended).rejects.toThrow(
      /Restored: .*Reconcile failed in token.*Do not repeat the restore.*reconcile --verify --republish 20/s,
    );
  });

  it('after a restore by other means every database is prepared, or only those of the named services', async () => {
    const said = await run('after-restore', []);
    expect(said).toContain('The services may start.');
    expect(said).toContain('Links that were revoked and accounts that were disabled since then work again');
    expect(calls()).toEqual(databases.map((one) => `${one === 'audit' ? audit : one} after-restore`));
    forget();
    await run('after-restore', ['token']);
    expect(calls()).toEqual(['token after-restore']);
  });

  it('after a restore by other means, a database that cannot be prepared is named', async () => {
    const ended = run('after-restore', [], { FAKE_FAILS: 'auth after-restore' });
    await expect(ended).rejects.toThrow('auth was not prepared: do not start the services.');
  });

  it('doctor checks every service and the audit signer, and names those with failures', async () => {
    await expect(run('doctor', [])).resolves.toContain('All checks passed.');
    expect(calls()).toEqual(processNames.map((one) => `${one} doctor`));
    const ended = run('doctor', [], { FAKE_FAILS: 'token doctor' });
    await expect(ended).rejects.toThrow('Checks failed in: token.');
    const signer = run('doctor', [], { FAKE_FAILS: 'audit-signer doctor' });
    await expect(signer).rejects.toThrow('Checks failed in: audit-signer.');
  });
});

/** The commands of the block on a page that contains a text. */
function blockWith(page: string, text: string): string {
  const blocks = readFileSync(path.join(root, 'docs', page), 'utf8').matchAll(/^```\w*\n(.*?)^```$/gms);
  return [...blocks].map(([, block = '']) => block).find((block) => block.includes(text)) ?? '';
}

/** Runs such a block on a server that stores documents in S3. */
function follow(page: string, text: string, env: Record<string, string> = {}): Promise<string> {
  writeFileSync(path.join(server, '.env'), 'COMPOSE_FILE=docker-compose.yml:deploy/compose.s3.yml\n');
  writeFileSync(path.join(server, 'bin/npm'), '#!/bin/sh\n', { mode: 0o755 });
  const block = blockWith(page, text).replaceAll('/backups/move', `${server}/moved`);
  writeFileSync(path.join(server, 'block.sh'), block);
  return runOn(server, 'sh', ['block.sh'], { FAKE: server, ...env });
}

describe('the documented move of documents into a folder', () => {
  it('the documented move copies the documents while nothing changes them, and changes no database', async () => {
    await follow('upgrades.md', 'objects restore');
    expect(calls()).toEqual([
      'stop gateway document',
      'document objects backup --to /backups/objects',
      'document objects restore --check --from /backups/objects',
      'document objects restore --from /backups/objects',
      'up --detach --wait',
    ]);
    expect(readFileSync(path.join(server, '.env'), 'utf8')).toBe('COMPOSE_FILE=docker-compose.yml\n');
  });

  it('the documented move uses the same container as the backup scripts', () => {
    const [, options = ''] =
      /as_root\(\) \{\n\s+(.*?) \\\n/.exec(readFileSync(path.join(root, 'deploy/lib/compose.sh'), 'utf8')) ??
      [];
    expect(options).toContain('docker compose run');
    expect(blockWith('upgrades.md', 'objects restore')).toContain(options);
  });
});

describe('documented commands that follow one another', () => {
  const sequences = [
    ['password-rotation.md', 'PASSWORD NULL', 'up --detach', 'ALTER ROLE caredrop_token PASSWORD NULL'],
    ['password-rotation.md', 'import_definitions', 'rabbitmqctl import_definitions', 'up --detach'],
    ['upgrades.md', 'objects restore', 'document objects backup', 'document objects restore --check'],
    ['upgrades.md', 'objects restore', 'document objects restore --check', 'up --detach --wait'],
    ['deploy.md', 'kubectl kustomize', '--selector !app', '--selector app.kubernetes.io/name=audit'],
    ['deploy.md', 'git checkout', 'git checkout', 'build'],
    ['deploy.md', 'git checkout', 'document migrate', 'up --detach --no-deps audit-signer'],
    ['deploy.md', 'git checkout', '--scale token=2', 'up --detach --no-deps audit-signer'],
    ['deploy.md', 'kubectl kustomize', 'rollout status deploy/auth', 'app.kubernetes.io/name=document'],
  ] as const;
  const called = (text: string) => calls().filter((line) => line.includes(text));

  it.each(sequences)('in %s, the block with "%s" ends if "%s" fails', async (page, text, fails, later) => {
    await follow(page, text, { FAKE_FAILS: fails }).catch(() => undefined);
    expect(called(fails)).not.toEqual([]);
    expect(called(later)).toEqual([]);
  });

  it.each(sequences)('in %s, the block with "%s" continues after "%s"', async (page, text, first, later) => {
    await follow(page, text);
    for (const command of [first, later]) expect(called(command)).not.toEqual([]);
  });
});

describe('deploy/roll.sh', () => {
  const roll = (env?: Record<string, string>) => run('roll', ['token'], env);
  const others = processNames.filter((one) => one !== 'token');

  it('a roll-out replaces the old container once the new one is healthy', async () => {
    await expect(roll()).resolves.toContain('token: replaced 1 containers');
    expect(inContainers()).toEqual(['new', ...others].sort());
  });

  it('a roll-out whose new container does not become healthy removes it, so that it can be repeated', async () => {
    const env = { FAKE_FAILS: 'up --detach' };
    await expect(roll(env)).rejects.toThrow(/log of new\s+token: not every container became healthy/);
    expect(inContainers()).toEqual([...processNames].sort());
    await expect(roll()).resolves.toContain('token: replaced 1 containers');
  });

  it('an interrupted roll-out removes the new container', async () => {
    const { code, said } = await interrupt(deployed('roll'), ['token'], { FAKE_HANGS: 'up --detach' });
    expect(said).toContain('token: interrupted. New containers were removed');
    expect(code).toBe(1);
    expect(inContainers()).toEqual([...processNames].sort());
  });

  it('a roll-out that cannot stop an old container keeps the new one and names the old one', async () => {
    const ended = roll({ FAKE_FAILS: 'stop token' });
    await expect(ended).rejects.toThrow('old ones remain. Stop and remove them: token');
    expect(inContainers()).toEqual(['new', ...processNames].sort());
  });

  it('a roll-out after one that was cut short does not start the old container again', async () => {
    writeFileSync(path.join(server, 'stopped/older'), 'token\n');
    writeFileSync(path.join(server, 'stopped/other'), 'auth\n');
    await expect(roll()).resolves.toContain('token: replaced 1 containers');
    expect(inContainers()).toEqual(['new', ...others].sort());
    expect(readdirSync(path.join(server, 'stopped'))).toEqual(['other']);
  });

  it('a roll-out of a service without a running container names the command that starts it', async () => {
    rmSync(path.join(server, 'containers/token'));
    await expect(roll()).rejects.toThrow('Start it with: docker compose up --detach --no-deps token');
  });
});

describe('the renewal of the TLS certificate', () => {
  const file = (name: string): string => path.join(server, name);
  let watching: ChildProcess;
  beforeEach(() => {
    for (const name of ['certificate.pem', 'key.pem']) writeFileSync(file(name), 'first');
    // Each round of the script begins with a `sleep`.
    writeFileSync(file('bin/sleep'), `#!/bin/sh\necho round >>"$FAKE/calls"\nexec /bin/sleep 0.05\n`);
    writeFileSync(file('bin/nginx'), `#!/bin/sh\necho "nginx $*" >>"$FAKE/calls"\n`);
    for (const program of ['sleep', 'nginx']) chmodSync(file(`bin/${program}`), 0o755);
    const env = { PATH: `${file('bin')}:${process.env.PATH ?? ''}`, FAKE: server, TLS_FILES: server };
    watching = spawn(path.join(root, 'deploy/tls/reload-on-renewal.sh'), {
      cwd: server,
      env,
      detached: true,
      stdio: 'ignore',
    });
  });
  afterEach(() => process.kill(-(watching.pid ?? 0)));
  const rounds = () => calls().filter((line) => line === 'round').length;
  const reloads = () => calls().filter((line) => line.startsWith('nginx'));

  it('nginx is not reloaded while a file of the certificate is missing, and is reloaded once it is back', async () => {
    await eventually(() => expect(rounds()).toBeGreaterThan(0));
    rmSync(file('key.pem'));
    const before = rounds();
    await eventually(() => expect(rounds()).toBeGreaterThan(before + 2));
    expect(reloads()).toEqual([]);
    writeFileSync(file('key.pem'), 'second');
    await eventually(() => expect(reloads()).toContain('nginx -s reload'));
  });
});

describe('the deploy scripts with Kubernetes', () => {
  const podOf = (service: string) =>
    JSON.parse(readFileSync(path.join(server, `${service}.pod.json`), 'utf8')) as Manifest & {
      spec: { containers: Record<string, unknown>[]; initContainers?: unknown; restartPolicy: string };
    };

  it('backup and restore run in their own pods, and a restore scales the service back up', async () => {
    await run('backup', ['--kubernetes', 'backups']);
    const [name = ''] = inBackups();
    expect(calls()).toEqual([
      ...databases.map((one) => `${one} backup --to /backups/${name}.part/databases/${one}`),
      `document objects backup --to /backups/${name}.part/objects`,
    ]);
    forget();
    await run('restore', ['--kubernetes', 'backups', name]);
    const at = (line: string): number => calls().indexOf(line);
    expect(at('annotate deployment token --overwrite caredrop.example/replicas=2')).toBe(6);
    expect(at('scale deployment token --replicas 0')).toBe(7);
    expect(at(`token restore --check --from /backups/${name}/databases/token`)).toBeGreaterThan(7);
    expect(at('scale deployment token --replicas 3')).toBeGreaterThan(at('audit migrate'));
    expect(calls().at(-1)).toBe('token reconcile --dry-run');
  });

  it('a backup pod has the settings and rights of its service and receives no requests', async () => {
    await expect(
      run('backup', ['--kubernetes', 'backups'], { FAKE_FAILS: 'document objects' }),
    ).rejects.toThrow('No backup was made');
    expect(inBackups()).toEqual([]);
    const { spec, metadata } = podOf('notification');
    const [container = {}] = spec.containers;
    expect(metadata.labels).toEqual({ 'app.kubernetes.io/name': 'notification' });
    expect(spec).toMatchObject({ restartPolicy: 'Never', automountServiceAccountToken: false });
    expect(spec.initContainers).toBeUndefined();
    expect(JSON.stringify(container.env)).toContain('DATABASE_URL');
    expect(container).toMatchObject({
      securityContext: { readOnlyRootFilesystem: true },
      readinessProbe: { exec: { command: ['node', '--eval', 'process.exit(1)'] } },
    });
    expect(container.volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    for (const part of ['livenessProbe', 'startupProbe', 'lifecycle', 'ports'])
      expect(container).not.toHaveProperty(part);
    // Only the owner of audit's tables may copy them.
    expect(JSON.stringify(podOf('audit'))).toContain('OWNER_DATABASE_URL');
    expect(JSON.stringify(podOf('token'))).not.toContain('OWNER_DATABASE_URL');
  });

  describe.each([['sh'], ['bash --posix']])('under %s', (shell) => {
    const [program = '', ...options] = shell.split(' ');
    const name = '2026-11-22T03-00-00Z';
    const restoring = [...options, deployed('restore'), '--kubernetes', 'backups', name];
    const restore = (env?: Record<string, string>) =>
      runOn(server, program, restoring, { FAKE: server, ...env });
    const lines = (text: string): string[] => calls().filter((line) => line.includes(text));
    const pods = (): string[] => readdirSync(server).filter((file) => file.endsWith('.code'));

    beforeEach(() => {
      // The scripts alternate between querying a pod and sleeping.
      writeFileSync(path.join(server, 'bin/sleep'), '#!/bin/sh\nexec /bin/sleep 0.01\n', { mode: 0o755 });
      const files = [...databases.map((one) => `databases/${one}/database.json`), 'objects/objects.jsonl'];
      for (const file of files.map((one) => path.join(server, 'backups', name, one))) {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ takenAt: '2026-11-22T03:00:00.000Z' }));
      }
    });

    it.each([
      ['is refused', { FAKE_REFUSES: 'auth dist/cli.js restore --check' }],
      ['is deleted by someone else', { FAKE_VANISHES: 'auth restore --check' }],
    ])('a restore whose pod %s fails and starts the services again', async (_what, env) => {
      await expect(restore(env)).rejects.toThrow(
        /Nothing was changed: auth cannot be restored. The services that were running are running again/,
      );
      expect(lines('--replicas 3')).toHaveLength(processNames.length);
    });

    it('a restore tolerates a few failed queries of its pod', async () => {
      writeFileSync(path.join(server, 'errors'), '\n'.repeat(3));
      const ended = restore({ FAKE_FAILS: 'auth restore --check' });
      await expect(ended).rejects.toThrow('auth cannot be restored');
    });

    it('a restore that cannot query its pod for a minute fails', async () => {
      writeFileSync(path.join(server, 'errors'), '\n'.repeat(100));
      await expect(restore()).rejects.toThrow('is not a complete backup: nothing was changed');
      expect(pods()).toEqual([]);
    });

    it('an interrupted restore deletes its pod and starts the services again', async () => {
      const env = { FAKE_HANGS: 'auth restore --check' };
      const { code, said } = await interrupt(program, restoring, env);
      expect(said).toContain('Nothing was changed: auth cannot be restored.');
      expect(code).toBe(1);
      expect(pods()).toEqual([]);
      expect(lines('--replicas 3')).toHaveLength(processNames.length);
    });

    it('a restore that is interrupted while pods stop starts the services again', async () => {
      const { code, said } = await interrupt(program, restoring, { FAKE_HANGS: 'wait pod' });
      expect(said).toContain('Nothing was changed: the restore was interrupted.');
      expect(code).toBe(1);
      expect(lines('--replicas 3')).toHaveLength(processNames.length);
    });

    it('a restore that is interrupted while the services start says that the data is restored', async () => {
      const { code, said } = await interrupt(program, restoring, { FAKE_HANGS: 'rollout status' });
      expect(said).toMatch(/Restored: .*Do not repeat the restore.*reconcile --verify --republish 20/s);
      expect(code).toBe(1);
    });

    it('an interrupted backup deletes its pod and leaves no folder', async () => {
      const args = [...options, deployed('backup'), '--kubernetes', 'backups'];
      const { code, said } = await interrupt(program, args, { FAKE_HANGS: 'token backup' });
      expect(said).toContain('No backup was made');
      expect(code).toBe(1);
      expect(pods()).toEqual([]);
      expect(inBackups()).toEqual([name]);
    });

    it('a restore waits only for the pods of Deployments to stop, and starts them again if they do not', async () => {
      await expect(restore({ FAKE_FAILS: 'wait pod' })).rejects.toThrow(
        'Nothing was changed: the services cannot be stopped. The services that were running are running again.',
      );
      expect(lines('wait pod')[0]).toContain('--selector app.kubernetes.io/name=gateway,pod-template-hash');
      expect(lines('--replicas 3')).toHaveLength(processNames.length);
    });

    it('a restore after which Deployments do not become ready starts the others, and says what is left to do', async () => {
      const ended = restore({ FAKE_FAILS: 'rollout status deployment notification' });
      await expect(ended).rejects.toThrow(restoredBut('notification'));
      expect(lines('rollout status')).toHaveLength(processNames.length);
    });

    it('a restore that cannot start a Deployment starts the others, and names it', async () => {
      const ended = restore({ FAKE_FAILS: 'scale deployment notification --replicas 3' });
      await expect(ended).rejects.toThrow(restoredBut('notification'));
      expect(lines('rollout status')).toHaveLength(processNames.length - 1);
    });

    it('Deployments that had no replicas stay at 0 after a failed check', async () => {
      writeFileSync(path.join(server, 'replicas'), '0\n');
      const ended = restore({ FAKE_FAILS: 'auth restore --check' });
      await expect(ended).rejects.toThrow('auth cannot be restored. No service was started.');
      expect(lines('scale')).toEqual([]);
    });
  });

  it('after a restore by other means every database is prepared in a pod without a volume for backups', async () => {
    await run('after-restore', ['--kubernetes']);
    expect(calls()).toEqual(databases.map((one) => `${one} after-restore`));
    expect(JSON.stringify(podOf('token'))).not.toContain('backups');
    expect(JSON.stringify(podOf('audit'))).toContain('OWNER_DATABASE_URL');
  });

  it('every Deployment can be applied alone by its name', () => {
    const names = deployments.map(({ metadata }) => metadata.name);
    expect(deployments.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'])).toEqual(names);
  });

  it('doctor checks every service in Kubernetes', async () => {
    await expect(run('doctor', ['--kubernetes'])).resolves.toContain('All checks passed.');
    expect(calls()).toEqual(processNames.map((one) => `${one} doctor`));
  });
});
