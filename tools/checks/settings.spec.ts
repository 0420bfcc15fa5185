import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STOP_WITHIN_MS } from '@caredrop/service-kit';
import { parse } from 'yaml';
import { settingsOf } from '../configuration/settings-of.ts';
import { kustomize, type Manifest } from '../deploy/kustomize.ts';
import { nodeFlags } from '../stack/node-flags.ts';
import { root } from '../stack/paths.ts';
import { processNames, serviceNames, type ProcessName, type ServiceName } from '../stack/service-names.ts';
import { containersOf, ofKind, workloads } from './support/workloads.ts';

interface Compose {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
}

interface ComposeService {
  image: string;
  env_file?: string;
  command?: string[];
  logging?: unknown;
  mem_limit?: string;
  stop_grace_period?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  networks?: string[];
  volumes?: string[];
  build?: { args: { SERVICE: string } };
}

const readCompose = (file: string): Compose =>
  parse(readFileSync(path.join(root, file), 'utf8'), { merge: true, logLevel: 'error' }) as Compose;

const compose = readCompose('docker-compose.yml');
const optionalFiles = readdirSync(path.join(root, 'deploy'))
  .filter((name) => /^compose\..*\.yml$/.test(name))
  .map((name) => `deploy/${name}`);
const base = kustomize('k8s/base');

function setInCompose(service: string): string[] {
  const { env_file, environment = {} } = compose.services[service] ?? {};
  return [...(env_file ? namesInFile(env_file) : []), ...Object.keys(environment)];
}

function namesInFile(file: string): string[] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=')[0] ?? '');
}

function setInKubernetes(manifests: Manifest[], service: ProcessName): string[] {
  const deployment = ofKind(manifests, 'Deployment').filter(({ metadata }) => metadata.name === service);
  const [container] = workloads(deployment)[0]?.pod.containers ?? [];
  const map = manifests.find(({ metadata }) => metadata.name === container?.envFrom?.[0]?.configMapRef?.name);
  return [...Object.keys(map?.data ?? {}), ...(container?.env ?? []).map(({ name }) => name)];
}

const distinct = (names: string[]): string[] => [...new Set(names)].sort();

/** Read by the AWS SDK itself. */
const awsCredentials = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const setFor = async (service: ProcessName) => distinct(await settingsOf(service));

describe.each([...processNames])('the settings of %s', (service) => {
  it('docker compose sets exactly the settings of the process', async () => {
    expect(distinct(setInCompose(service))).toEqual(await setFor(service));
  });

  it('Kubernetes sets exactly the settings of the process', async () => {
    expect(distinct(setInKubernetes(base, service))).toEqual(await setFor(service));
  });
});

it('only the audit migration command knows the owner of the audit tables', () => {
  const { 'audit-migrate': migrate, ...others } = compose.services;
  expect(migrate?.environment).toHaveProperty('OWNER_DATABASE_URL');
  expect(migrate?.command).toEqual(['dist/cli.js', 'migrate']);
  expect(compose.services.audit?.depends_on?.['audit-migrate']?.condition).toBe(
    'service_completed_successfully',
  );
  for (const [name, { environment = {} }] of Object.entries(others))
    expect({ name, owner: 'OWNER_DATABASE_URL' in environment }).toEqual({ name, owner: false });
});

it("every container of the audit's image, including those that run commands, reads REQUIRE_TLS", () => {
  const inCompose = Object.entries(compose.services).flatMap(([name, { build }]) =>
    build?.args.SERVICE === 'audit' ? [name] : [],
  );
  expect(inCompose).toEqual(['audit', 'audit-signer', 'audit-migrate', 'audit-prune']);
  expect(inCompose.filter((name) => !setInCompose(name).includes('REQUIRE_TLS'))).toEqual([]);
  const inKubernetes = workloads(base)
    .flatMap(containersOf)
    .filter(({ image }) => image.startsWith('caredrop/audit:'));
  const maps = inKubernetes.map(({ envFrom }) => envFrom?.[0]?.configMapRef?.name ?? '');
  expect(maps).toHaveLength(4);
  const data = (map: string) => base.find(({ metadata }) => metadata.name === map)?.data;
  expect(maps.filter((map) => !Object.hasOwn(data(map) ?? {}, 'REQUIRE_TLS'))).toEqual([]);
});

it('the prune jobs keep entries for AUDIT_KEEP_DAYS, and the documentation describes the setting', () => {
  expect(compose.services['audit-prune']?.environment?.AUDIT_KEEP_DAYS).toBe('${AUDIT_KEEP_DAYS:-2196}');
  const [prune] = workloads(base).filter(({ name }) => name === 'audit-prune');
  expect(prune?.pod.containers[0]?.env).toContainEqual({ name: 'AUDIT_KEEP_DAYS', value: '2196' });
  const page = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');
  expect(page).toMatch(/`AUDIT_KEEP_DAYS`.*2196/);
});

it('only the signer and the prune job know the signing key', () => {
  const inComposeWith = (setting: string) =>
    Object.entries(compose.services).flatMap(([name, { environment = {} }]) =>
      setting in environment ? [name] : [],
    );
  const inKubernetesWith = (setting: string) =>
    workloads(base).flatMap((one) =>
      containersOf(one).flatMap(({ name, env = [] }) =>
        env.some((variable) => variable.name === setting) ? [`${one.name} ${name}`] : [],
      ),
    );
  expect(inComposeWith('AUDIT_SIGNING_KEY')).toEqual(['audit-signer', 'audit-prune']);
  expect(inComposeWith('SIGNER_DATABASE_URL')).toEqual(['audit-signer']);
  expect(inComposeWith('AUDIT_EXPORT_KEY')).toEqual(['audit']);
  expect(inKubernetesWith('AUDIT_SIGNING_KEY').sort()).toEqual([
    'audit-prune prune',
    'audit-signer audit-signer',
  ]);
  expect(inKubernetesWith('SIGNER_DATABASE_URL')).toEqual(['audit-signer audit-signer']);
  expect(inKubernetesWith('OWNER_DATABASE_URL')).toEqual(['audit migrate']);
});

describe.each([...serviceNames])('the Node flags of %s', (service) => {
  const wanted = [...nodeFlags[service], 'dist/bundle/main.js'];

  it('containers use the same Node flags as npm start', () => {
    const deployment = ofKind(base, 'Deployment').filter(({ metadata }) => metadata.name === service);
    const [container] = workloads(deployment)[0]?.pod.containers ?? [];
    expect(compose.services[service]?.command).toEqual(wanted);
    expect(container?.args).toEqual(wanted);
  });
});

describe.each([...processNames])('stopping %s', (service) => {
  const settings = readFileSync(path.join(root, 'deploy/settings', `${service}.env`), 'utf8');
  const limit = Number(/^STOP_WITHIN_MS=(\d+)$/m.exec(settings)?.[1] ?? STOP_WITHIN_MS) / 1_000;

  it('docker compose gives the process more time to stop than it can take', () => {
    const { stop_grace_period: period = '' } = compose.services[service] ?? {};
    expect(Number(/^(\d+)s$/.exec(period)?.[1])).toBeGreaterThan(limit);
  });

  it('Kubernetes gives the process more time to stop than it can take', () => {
    const deployment = ofKind(base, 'Deployment').filter(({ metadata }) => metadata.name === service);
    const pod = workloads(deployment)[0]?.pod;
    // The time of this hook counts as well.
    const { preStop } = (pod?.containers[0]?.lifecycle ?? {}) as { preStop?: { sleep: { seconds: number } } };
    const period = Number(pod?.terminationGracePeriodSeconds) - (preStop?.sleep.seconds ?? 0);
    expect(period).toBeGreaterThan(limit);
  });
});

it('the gateway gives uploads in progress at least as long as the document service does', () => {
  const limitOf = (service: ServiceName) => Number(inCompose(service).STOP_WITHIN_MS);
  expect(limitOf('gateway')).toBeGreaterThanOrEqual(limitOf('document'));
});

it('a claim can last as long as the slowest upload, and ends before its attempt counts as abandoned', () => {
  const document = inCompose('document');
  const ms = (setting: string) => Number(document[setting]);
  // An inspector is killed after 12 times INSPECTION_MS; a call to the bucket is attempted up to three times.
  const afterBody = 12 * ms('INSPECTION_MS') + ms('SCAN_TIMEOUT_MS') + 3 * ms('S3_TIMEOUT_MS');
  const maxClaim = Number(inCompose('token').CLAIM_MAX_MS);
  expect(maxClaim).toBeGreaterThan(ms('BODY_TOTAL_MS') + afterBody);
  expect(maxClaim).toBeLessThan(ms('ATTEMPT_MAX_AGE_MS'));
});

/** The environment of a container: the settings file, then the values set in the compose file, with its defaults. */
function inCompose(service: ServiceName): Record<string, string> {
  const { env_file = '', environment = {} } = compose.services[service] ?? {};
  const lines = readFileSync(path.join(root, env_file), 'utf8').split('\n');
  const inFile = lines.map((line) => /^([A-Z]\w*)=(.*)$/.exec(line)?.slice(1) ?? []);
  const defaults = Object.entries(environment).map(([name, value]) => [name, withDefault(value)]);
  return Object.fromEntries([...inFile, ...defaults]) as Record<string, string>;
}

const withDefault = (value: string) => /^\$\{\w+:-(.*)\}$/.exec(value)?.[1] ?? value;

function inKubernetes(overlay: string, service: ServiceName): Record<string, string> {
  const manifests = kustomize(`k8s/overlays/${overlay}`);
  const maps = manifests.filter(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(`${service}-settings`),
  );
  return Object.assign({}, ...maps.map(({ data }) => data)) as Record<string, string>;
}

describe.each([
  ['docker compose', inCompose],
  ['staging', (service: ServiceName) => inKubernetes('staging', service)],
  ['production', (service: ServiceName) => inKubernetes('prod', service)],
] as const)('sign-in settings of %s', (_where, settingsIn) => {
  it('passwords need 12 characters and common ones are refused', () => {
    expect(settingsIn('auth')).toMatchObject({ PASSWORD_MIN_LENGTH: '12', REFUSE_COMMON_PASSWORDS: 'yes' });
    expect(settingsIn('gateway')).toMatchObject({ PASSWORD_MIN_LENGTH: '12' });
  });

  it('administrators need a second factor', () => {
    expect(settingsIn('auth')).toMatchObject({ REQUIRE_SECOND_FACTOR: 'admins' });
  });

  it('the limit of failed sign-ins is at most 100', () => {
    expect(Number(settingsIn('auth').LOGIN_MAX_FAILURES)).toBeLessThanOrEqual(100);
  });
});

describe('docker compose', () => {
  const services = Object.entries(compose.services);

  it('an image is built for every service, with a read-only root and no capabilities', () => {
    for (const service of serviceNames)
      expect(compose.services[service]).toMatchObject({
        image: `caredrop/${service}:\${CAREDROP_VERSION:-0.1.0}`,
        build: { args: { SERVICE: service } },
        read_only: true,
        cap_drop: ['ALL'],
      });
  });

  it('every container has a log limit and a memory limit, and services have the same memory as in Kubernetes', () => {
    for (const file of ['docker-compose.yml', ...optionalFiles]) {
      for (const [name, container] of Object.entries(readCompose(file).services)) {
        if (!container.image) continue;
        const logging = { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } };
        expect({ name, logging: container.logging }).toEqual({ name, logging });
        expect({ name, limit: container.mem_limit }).toEqual({
          name,
          limit: expect.stringMatching(/^\d+[mg]$/),
        });
      }
    }
    for (const { name, pod } of workloads(ofKind(base, 'Deployment'))) {
      const limit = pod.containers[0]?.resources?.limits?.memory;
      expect({ name, limit: `${compose.services[name]?.mem_limit ?? ''}` }).toEqual({
        name,
        limit: limit?.replace('Mi', 'm'),
      });
    }
  });

  it('Postgres creates the roles with which the services connect', () => {
    const urls = services.flatMap(([, { environment = {} }]) => environment.DATABASE_URL ?? []);
    const users = distinct(urls.flatMap((url) => /(\w+)(:-\w+)\}:/.exec(url)?.slice(1).join('') ?? []));
    expect(users).toHaveLength(5);
    const { environment = {} } = compose.services.postgres ?? {};
    for (const user of users) expect(Object.values(environment)).toContain(`\${${user}}`);
  });

  it('every image that is not built here is pinned', () => {
    for (const [, { image, build }] of services) if (!build) expect(image).toMatch(/:v?\d[\w.-]*$/);
  });

  it('dependencies exist, and those that must be healthy have a health check', () => {
    for (const [, { depends_on = {} }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const needed = compose.services[name];
        expect(needed).toBeDefined();
        const checked = Boolean(needed?.healthcheck) || Boolean(needed?.build);
        if (condition === 'service_healthy') expect(checked).toBe(true);
      }
    }
  });

  it('no password, key or token has a default, except the optional Twilio token', () => {
    const secret = /(?:PASSWORD|KEYS?|CALLERS|SECRET_ACCESS_KEY|AUTH_TOKEN)$/;
    for (const [, { environment = {} }] of services) {
      for (const [name, value] of Object.entries(environment)) {
        if (!secret.test(name) || name === 'TWILIO_AUTH_TOKEN') continue;
        expect(value).toMatch(/^\$\{[A-Z0-9_]+:\?run npm run secrets (first|-- update)\}$/);
      }
    }
  });

  it('docker compose declares every volume and network that it uses', () => {
    for (const [, { networks = [], volumes = [] }] of services) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
      const named = volumes
        .map((volume) => volume.split(':')[0] ?? '')
        .filter((name) => !name.startsWith('.'));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    }
  });

  it('the stores, auth, token and document are only on the internal network', () => {
    expect(readCompose('deploy/compose.s3.yml').services.objects?.networks).toEqual(['inside']);
    for (const name of ['postgres', 'rabbitmq', 'auth', 'token', 'document'])
      expect(compose.services[name]?.networks).toEqual(['inside']);
    expect(compose.networks.inside).toEqual({ internal: true });
  });

  it('the document service reaches an S3 store and a KMS outside, and audit a syslog receiver', () => {
    const networksIn = (file: string, service: string) => readCompose(file).services[service]?.networks;
    for (const file of ['deploy/compose.s3-outside.yml', 'deploy/compose.kms.yml'])
      expect({ file, networks: networksIn(file, 'document') }).toEqual({
        file,
        networks: ['inside', 'outside'],
      });
    expect(networksIn('deploy/compose.syslog.yml', 'audit')).toEqual(['inside', 'outside']);
    // A store in a container needs no connection to the outside.
    expect(networksIn('deploy/compose.s3.yml', 'document')).toBeUndefined();
  });

  it.each(optionalFiles)(
    '%s sets only settings that the service reads, and is in docs/deploy.md',
    async (file) => {
      for (const [name, { image, environment = {} }] of Object.entries(readCompose(file).services)) {
        if (image) continue;
        const known = [...(await setFor(name as ProcessName)), ...awsCredentials];
        expect(Object.keys(environment).filter((setting) => !known.includes(setting))).toEqual([]);
      }
      expect(readFileSync(path.join(root, 'docs/deploy.md'), 'utf8')).toContain(`\n| \`${file}\` |`);
    },
  );
});
