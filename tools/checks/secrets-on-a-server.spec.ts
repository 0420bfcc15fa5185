import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { brokerTopology, topologyFile } from '../configuration/broker-topology.ts';
import { readDotEnv } from '../deploy/dot-env.mjs';
import { manifestsIn } from '../deploy/kustomize.ts';
import { root } from '../stack/paths.ts';
import { serviceNames, type ServiceName } from '../stack/service-names.ts';
import { freshServer, isInstalled, runOn } from './support/server.ts';

type Values = Record<string, string>;

let server: string;
beforeEach(() => {
  server = freshServer();
});
afterEach(() => rmSync(server, { recursive: true }));

const secrets = (...args: string[]): Promise<string> =>
  runOn(server, 'node', ['tools/run.mjs', 'secrets', ...args]);
const read = (name: string): string => readFileSync(path.join(server, name), 'utf8');

/** The lines of a printed `.env`, each as its name and value. */
const settingsIn = (printed: string): Values[] =>
  printed
    .split('\n')
    .map(readDotEnv)
    .filter((values) => Object.keys(values).length > 0);

/** Replaces `${NAME:?why}` and `${NAME:-default}` as compose does. */
function interpolated(text: string, values: Values): string {
  return text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = values[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}

/** The environment in which compose starts a service with this `.env`. */
function environmentIn(service: ServiceName, values: Values): Values {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { env_file: string; environment: Values }>;
  };
  const { env_file = '', environment = {} } = services[service] ?? {};
  const set = Object.entries(environment).map(([name, text]) => [name, interpolated(text, values)]);
  return { ...readDotEnv(read(env_file)), ...(Object.fromEntries(set) as Values) };
}

async function start(service: ServiceName, environment: Values): Promise<unknown> {
  const file = pathToFileURL(path.join(root, 'apps', service, 'dist/config.js')).href;
  const { readConfig } = (await import(file)) as { readConfig: (env: Values) => unknown };
  return readConfig(environment);
}

describe('npm run secrets on a server without installed packages', () => {
  it('the written .env starts every service and is readable by its owner only', async () => {
    await secrets();
    const values = readDotEnv(read('.env'));
    for (const service of serviceNames)
      await expect(start(service, environmentIn(service, values))).resolves.toBeDefined();
    expect(statSync(path.join(server, '.env')).mode & 0o777).toBe(0o600);
    expect(isInstalled(server)).toBe(false);
  });

  it('the written .env contains everything that docker-compose.yml requires', async () => {
    await secrets();
    const values = readDotEnv(read('.env'));
    const demanded = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    expect(demanded.length).toBeGreaterThan(20);
    expect(demanded.filter((name) => !values[name])).toEqual([]);
  });

  it('the broker definitions contain every user with a hashed password', async () => {
    await secrets();
    const { users, ...rest } = JSON.parse(read('rabbitmq-definitions.json')) as { users: Values[] };
    expect(users).toHaveLength(serviceNames.length + 1);
    for (const user of users) expect(user.password_hash).toMatch(/^[\w+/]{48}$/);
    expect(rest).toMatchObject({ topic_permissions: expect.any(Array) as unknown });
  });

  it('the broker definitions can be read by the broker, which runs as another user, under any umask', async () => {
    await runOn(server, 'sh', ['-c', 'umask 077 && node tools/run.mjs secrets']);
    expect(statSync(path.join(server, 'rabbitmq-definitions.json')).mode & 0o777).toBe(0o644);
    expect(statSync(path.join(server, '.env')).mode & 0o777).toBe(0o600);
  });

  it('an older .env is completed without changing its values', async () => {
    await secrets();
    const before = readDotEnv(read('.env'));
    const kept = read('.env').replace(/^SERVICE_KEYS=.*\n/m, '');
    await runOn(server, 'sh', ['-c', 'cat > .env <<"END"\n' + kept + 'END']);
    await expect(secrets('update')).resolves.toBe('Added to .env: SERVICE_KEYS\n');
    expect(readDotEnv(read('.env'))).toEqual(before);
  });

  it('an existing .env is never overwritten', async () => {
    await secrets();
    const before = read('.env');
    await expect(secrets()).rejects.toThrow('.env already exists and was not changed.');
    expect(read('.env')).toBe(before);
  });

  it("a service's new key is printed with the lines of .env that introduce it and remove the old one", async () => {
    await secrets();
    const before = read('.env');
    const old = readDotEnv(before);
    const [both, changed, alone, ...rest] = settingsIn(await secrets('key', 'gateway'));
    expect(rest).toEqual([]);
    const key = JSON.parse(changed?.GATEWAY_PRIVATE_KEY ?? '') as Values;
    const oldKeys = JSON.parse(old.SERVICE_KEYS ?? '') as Record<string, unknown[]>;
    const publicKey = { crv: key.crv, x: key.x, kty: key.kty };
    expect(JSON.parse(both?.SERVICE_KEYS ?? '')).toEqual({
      ...oldKeys,
      gateway: [...(oldKeys.gateway ?? []), publicKey],
    });
    expect(JSON.parse(alone?.SERVICE_KEYS ?? '')).toEqual({ ...oldKeys, gateway: [publicKey] });
    for (const service of serviceNames)
      await expect(
        start(service, environmentIn(service, { ...old, ...changed, ...alone })),
      ).resolves.toBeDefined();
    expect(read('.env')).toBe(before);
  });

  it('a new session key is printed as the last key, then as the first, then as the only one', async () => {
    await secrets();
    const old = readDotEnv(read('.env'));
    const steps = settingsIn(await secrets('key', 'SESSION_KEYS'));
    const kids = steps.map(({ SESSION_KEYS = '' }) =>
      (JSON.parse(SESSION_KEYS) as Values[]).map(({ kid }) => kid),
    );
    const [[first, second] = []] = kids;
    expect(kids).toEqual([[first, second], [second, first], [second]]);
    expect(JSON.parse(old.SESSION_KEYS ?? '')).toMatchObject([{ kid: first }]);
    for (const step of steps)
      await expect(start('auth', environmentIn('auth', { ...old, ...step }))).resolves.toBeDefined();
  });

  it('a new key can be made for a cluster, with its SERVICE_KEYS in an environment variable', async () => {
    const env = { SERVICE_KEYS: '{"auth":{"kty":"OKP","crv":"Ed25519","x":"old"}}' };
    const steps = settingsIn(await runOn(server, 'node', ['tools/run.mjs', 'secrets', 'key', 'auth'], env));
    expect(JSON.parse(steps[0]?.SERVICE_KEYS ?? '')).toEqual({
      auth: [{ kty: 'OKP', crv: 'Ed25519', x: 'old' }, expect.objectContaining({ kty: 'OKP' })],
    });
    await expect(secrets('key', 'auth')).rejects.toThrow('SERVICE_KEYS is neither in .env nor');
    await expect(secrets('key', 'letters')).rejects.toThrow('Usage');
  });

  it('npm run secrets prints the Kubernetes objects with the namespace first', async () => {
    const objects = manifestsIn(await secrets('kubernetes', '--stores'));
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Namespace caredrop',
      ...serviceNames.map((name) => `Secret caredrop-${name}`),
      'Secret caredrop-broker',
      'Secret caredrop-stores',
    ]);
  });
});

it('deploy/rabbitmq/topology.json matches the code', async () => {
  expect(readFileSync(topologyFile, 'utf8')).toBe(await brokerTopology());
});
