import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
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
  for (const program of ['docker', 'kubectl']) {
    const file = path.join(server, 'bin', program);
    copyFileSync(path.join(root, 'tools/checks/support/fake-engine.sh'), file);
    chmodSync(file, 0o755);
  }
  for (const one of deployments)
    writeFileSync(path.join(server, `${one.metadata.name}.json`), JSON.stringify(one));
});
afterEach(() => rmSync(server, { recursive: true }));

/** Runs deploy/<script>. `env`: FAKE_FAILS and FAKE_FINDS, see fake-engine.sh. */
const run = (script: string, args: string[], env: Record<string, string> = {}): Promise<string> =>
  runOn(server, `deploy/${script}.sh`, args, { FAKE: server, ...env });
const calls = (): string[] => {
  const file = path.join(server, 'calls');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.filter((line) => !line.endsWith('a program'));
};
const forget = (): void => rmSync(path.join(server, 'calls'));
const inBackups = (): string[] => readdirSync(path.join(server, 'backups')).sort();

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

  it('a restore stops the services and checks every part before it changes one', async () => {
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
    ['notification restore --check', 'notification cannot be restored'],
    ['document objects restore --check', 'the documents cannot be restored'],
  ])(
    'a restore whose check fails (%s) changes nothing and starts the services again',
    async (check, problem) => {
      await backUp();
      const [name = ''] = inBackups();
      forget();
      const ended = restore(name, [], { FAKE_FAILS: check });
      await expect(ended).rejects.toThrow(`Nothing was changed: ${problem}`);
      expect(calls().filter((line) => line.includes('restore --from'))).toEqual([]);
      expect(calls().at(-1)).toMatch(/^up --detach --wait$/);
    },
  );

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

  it('doctor checks every service and the audit signer, and names those with failures', async () => {
    await expect(run('doctor', [])).resolves.toContain('All checks passed.');
    expect(calls()).toEqual(processNames.map((one) => `${one} doctor`));
    const ended = run('doctor', [], { FAKE_FAILS: 'token doctor' });
    await expect(ended).rejects.toThrow('Checks failed in: token.');
    const signer = run('doctor', [], { FAKE_FAILS: 'audit-signer doctor' });
    await expect(signer).rejects.toThrow('Checks failed in: audit-signer.');
  });
});

describe('the renewal of the TLS certificate', () => {
  const file = (name: string): string => path.join(server, name);
  let watching: ChildProcess;
  beforeEach(() => {
    for (const name of ['certificate.pem', 'key.pem']) writeFileSync(file(name), 'first');
    // A round of the script begins with `sleep`.
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

  it('doctor checks every service in Kubernetes', async () => {
    await expect(run('doctor', ['--kubernetes'])).resolves.toContain('All checks passed.');
    expect(calls()).toEqual(processNames.map((one) => `${one} doctor`));
  });
});
