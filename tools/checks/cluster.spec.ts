import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { kubernetesObjects } from '../deploy/kubernetes-objects.mjs';
import { kustomize, manifestsIn, type Manifest } from '../deploy/kustomize.ts';
import { clusterAmqpUrl, demoPlaces } from '../deploy/production-secrets.mjs';
import { root } from '../stack/paths.ts';
import { makeSecrets } from '../stack/secrets.ts';
import { processNames, programOf, type ProcessName } from '../stack/service-names.ts';
import {
  atVersion,
  immutableFaults,
  migrationFaults,
  namespaceFaults,
  referenceFaults,
  scriptFaults,
  waveFaults,
} from './support/cluster/apply.ts';
import { allowedConnections, neededConnections } from './support/cluster/connections.ts';
import { environmentOf } from './support/cluster/environment.ts';
import { ofKind, workloads, type Workload } from './support/workloads.ts';

/** An installation as docs/deploy.md describes it: printed objects, settings filled in by the operator, and the overlay. */
interface Installation {
  /** Printed by `npm run secrets`: Namespace, Secrets, CA certificates. */
  printed: Manifest[];
  /** Objects in the cluster before the overlay is applied. */
  before: Manifest[];
  overlay: Manifest[];
}

const made = makeSecrets();

function demo(): Installation {
  const extras = { stores: true, broker: false, authorities: undefined };
  const printed = manifestsIn(kubernetesObjects(made, demoPlaces(made), extras));
  return { printed, before: printed, overlay: kustomize('k8s/overlays/dev') };
}

const values = {
  'installation.env': { TRUSTED_PROXY_HOPS: '1' },
  'cluster.env': {
    DATABASE_CIDR: '10.20.0.0/24',
    OBJECT_STORE_CIDR: '10.40.0.0/24',
    MAIL_CIDR: '10.30.0.0/24',
    KUBERNETES_API_CIDR: '10.0.0.1/32',
  },
};

/** With a vault: Secrets come from ExternalSecrets, so only public objects are applied by hand. */
function production(overlay: 'staging' | 'prod'): Installation {
  const places = {
    postgresHost: '10.20.0.5:5432',
    postgresTls: true,
    amqpUrl: clusterAmqpUrl(made),
    smtpUrl: 'smtps://caredrop:secret@10.30.0.9:465',
  };
  const extras = { stores: false, broker: true, authorities: 'PEM' };
  const printed = manifestsIn(kubernetesObjects(made, places, extras));
  const certificate: Manifest = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'rabbitmq-tls', namespace: 'caredrop' },
    data: { 'tls.crt': '', 'tls.key': '' },
  };
  const open = printed.filter(({ kind }) => kind !== 'Secret');
  return { printed, before: [...open, certificate], overlay: kustomize(filledIn(overlay)) };
}

/** A copy of the overlay with the operator's values filled in. */
function filledIn(overlay: string): string {
  const folder = path.join(root, 'node_modules/.cache/caredrop/filled-in', overlay);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ['k8s', 'deploy'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  for (const [name, settings] of Object.entries(values)) {
    const file = path.join(folder, 'k8s/overlays', overlay, name);
    const text = Object.entries(settings).reduce(fillIn, readFileSync(file, 'utf8'));
    writeFileSync(file, text);
  }
  return path.relative(root, path.join(folder, 'k8s/overlays', overlay));
}

const fillIn = (text: string, [name, value]: [string, string]): string =>
  text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`);

async function start(service: ProcessName, { printed, overlay }: Installation): Promise<unknown> {
  const [workload] = workloads(overlay).filter(({ kind, name }) => kind === 'Deployment' && name === service);
  const [container] = workload?.pod.containers ?? [];
  if (!workload || !container) throw new Error(`no Deployment of ${service}`);
  const { app } = programOf(service);
  const file = pathToFileURL(path.join(root, 'apps', app, 'dist/config.js')).href;
  const read = (await import(file)) as Record<string, (env: Record<string, string>) => unknown>;
  return read[service === app ? 'readConfig' : 'readSignerConfig']?.(
    environmentOf([...overlay, ...printed], workload, container),
  );
}

const installations = { dev: demo(), staging: production('staging'), prod: production('prod') };

/** Connections that no setting names: users, metrics, DNS, malware signatures, and services without a fixed address. */
function impliedConnections({ overlay }: Installation): string[] {
  const inside = (kind: string): boolean => ofKind(overlay, kind).length > 0;
  const isStore = ({ labels }: Workload): boolean => labels['caredrop.example/store'] === 'true';
  const all = workloads(overlay);
  const named = all.filter((one) => !isStore(one));
  return [
    'ingress → gateway:8080',
    'monitoring → gateway:9090',
    ...processNames.filter((name) => name !== 'gateway').map((name) => `monitoring → ${name}:8080`),
    ...named.map(({ name }) => `${name} → kube-system:53`),
    'clamav → internet:443',
    ...(!all.some(isStore) ? ['document → object-store:443', 'notification → internet:443'] : []),
    ...(inside('RabbitmqCluster')
      ? ['rabbitmq → kube-system:53', 'rabbitmq → kubernetes-api:443', 'monitoring → rabbitmq:15691']
      : []),
  ];
}

describe.each(['dev', 'staging', 'prod'] as const)('applying the overlay %s to an empty cluster', (name) => {
  const installation = installations[name];
  const { printed, before, overlay } = installation;

  it('the namespace is applied before its objects, by kubectl and by Argo CD', () => {
    expect(namespaceFaults(printed)).toEqual([]);
    expect(namespaceFaults(overlay)).toEqual([]);
    expect(waveFaults(overlay)).toEqual([]);
  });

  it('every object that pods reference is applied before them', () => {
    expect(referenceFaults(before, overlay)).toEqual([]);
  });

  it('every variable that a script uses is set', () => {
    expect(scriptFaults(overlay)).toEqual([]);
  });

  it.each([...processNames])('the process %s starts with its settings and secrets', async (service) => {
    await expect(start(service, installation)).resolves.toBeDefined();
  });

  it('every database is migrated, and a new version changes no immutable field', () => {
    expect(migrationFaults(overlay)).toEqual([]);
    const next = atVersion(overlay, '9.9.9');
    expect(next).not.toEqual(overlay);
    expect(immutableFaults(overlay, next)).toEqual([]);
  });

  it('applying the overlay during a restore starts no service, because no service’s Deployment sets a number of replicas', () => {
    const services = ofKind(overlay, 'Deployment').filter(({ metadata }) =>
      processNames.some((one) => one === metadata.name),
    );
    expect(services).toHaveLength(processNames.length);
    const counted = services.filter(({ spec }) => 'replicas' in (spec as object));
    expect(counted.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('the network policies allow exactly the connections that the pods need', () => {
    const needed = neededConnections(overlay, [...overlay, ...printed]);
    const wanted = [...new Set([...needed, ...impliedConnections(installation)])].sort();
    expect(allowedConnections(overlay)).toEqual(wanted);
  });
});

describe('the unchanged overlay prod', () => {
  const overlay = kustomize('k8s/overlays/prod');
  const { printed } = installations.prod;

  it('the gateway does not start until its trusted proxies are configured', async () => {
    const begun = start('gateway', { printed, before: [], overlay });
    await expect(begun).rejects.toThrow('TRUSTED_PROXY_HOPS is not set (PUBLIC_URL is https');
  });

  it('a service in the prod overlay does not start if its database and broker URLs are unencrypted', async () => {
    const extras = { stores: false, broker: false, authorities: undefined };
    const plain = manifestsIn(kubernetesObjects(made, demoPlaces(made), extras));
    const begun = start('token', { printed: plain, before: [], overlay });
    await expect(begun).rejects.toThrow(/DATABASE_URL is not encrypted.*AMQP_URL is not encrypted/);
  });

  it('the overlay prod reads from the vault only keys that `npm run secrets` makes', () => {
    const keys = new Map(
      printed.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData ?? {})]),
    );
    for (const { spec } of ofKind(overlay, 'ExternalSecret')) {
      const { target, data } = spec as { target: { name: string }; data: { secretKey: string }[] };
      expect(keys.get(target.name)).toEqual(expect.arrayContaining(data.map(({ secretKey }) => secretKey)));
    }
  });

  it('the overlay prod allows no connection to addresses that the operator has not set', () => {
    const open = allowedConnections(overlay).filter((one) =>
      /→ (database|mail|object-store|intranet)/.test(one),
    );
    expect(open).toEqual([]);
  });
});

describe('detection of faults in manifests', () => {
  const { dev, prod } = installations;

  /** A copy with one fault. */
  function planted(
    manifests: Manifest[],
    kind: string,
    name: string,
    change: (object: never) => void,
  ): Manifest[] {
    const copy = structuredClone(manifests);
    const [object] = copy.filter((one) => one.kind === kind && one.metadata.name === name);
    if (!object) throw new Error(`no ${kind} ${name}`);
    change(object as never);
    return copy;
  }
  type Pod = {
    spec: { template: { spec: { containers: { env: { name: string }[] }[]; initContainers?: unknown } } };
  };

  const migrateJob = (image: string): Manifest => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: 'auth-migrate',
      namespace: 'caredrop',
      annotations: { 'argocd.argoproj.io/hook': 'PreSync' },
    },
    spec: {
      template: {
        metadata: { labels: {} },
        spec: {
          containers: [
            {
              name: 'migrate',
              image,
              env: [
                {
                  name: 'DATABASE_URL',
                  valueFrom: { secretKeyRef: { name: 'caredrop-auth', key: 'DATABASE_URL' } },
                },
              ],
            },
          ],
        },
      },
    },
  });

  it('a migration Job that a second apply cannot change is reported', () => {
    const faults = immutableFaults(
      [...prod.overlay, migrateJob('caredrop/auth:0.1.0')],
      atVersion([...prod.overlay, migrateJob('caredrop/auth:0.1.0')], '0.2.0'),
    );
    expect(faults).toEqual(['Job auth-migrate changes a field that is immutable']);
  });

  it('a hook that needs a Secret applied after it is reported', () => {
    const faults = referenceFaults(prod.before, [...prod.overlay, migrateJob('caredrop/auth:0.1.0')]);
    expect(faults).toContain('Job auth-migrate comes before Secret caredrop-auth, which it reads');
  });

  it('a Deployment without a migration is reported', () => {
    const faulty = planted(prod.overlay, 'Deployment', 'token', (one: Pod) => {
      delete one.spec.template.spec.initContainers;
    });
    expect(migrationFaults(faulty)).toEqual(['Deployment token starts without migrating to its version']);
  });

  it('a password missing from the Postgres pod is reported', () => {
    const faulty = planted(dev.overlay, 'StatefulSet', 'postgres', (one: Pod) => {
      const [container] = one.spec.template.spec.containers;
      if (container) container.env = container.env.filter(({ name }) => !name.startsWith('AUDIT_'));
    });
    expect(scriptFaults(faulty)).toContain(
      'StatefulSet postgres runs a script that needs AUDIT_DATABASE_PASSWORD',
    );
  });

  it('a service without a required setting does not start', async () => {
    const overlay = planted(dev.overlay, 'Deployment', 'token', (one: Pod) => {
      const [container] = one.spec.template.spec.containers;
      if (container) container.env = container.env.filter(({ name }) => name !== 'LINK_KEYS');
    });
    await expect(start('token', { ...dev, overlay })).rejects.toThrow('LINK_KEYS is not set');
  });

  it('a Secret applied after its reader, and a missing one, are reported', () => {
    const late = planted(prod.overlay, 'ExternalSecret', 'caredrop-auth', (one: Manifest) => {
      one.metadata.annotations = { 'argocd.argoproj.io/sync-wave': '5' };
    });
    expect(referenceFaults(prod.before, late)).toContain(
      'Deployment auth comes before Secret caredrop-auth, which it reads',
    );
    expect(referenceFaults([], dev.overlay)).toContain(
      'Deployment auth reads Secret caredrop-auth, which does not exist',
    );
  });

  it('objects applied before their namespace are reported', () => {
    expect(namespaceFaults(dev.printed.slice(1))).toContain(
      'Secret caredrop-auth comes before its namespace',
    );
    const early = planted(dev.overlay, 'Namespace', 'caredrop', (one: Manifest) => {
      delete one.metadata.annotations;
    });
    expect(waveFaults(early)).toContain('Deployment auth does not come after the namespace');
  });

  it('a network policy that is too narrow or too wide changes the allowed connections', () => {
    type Policy = { spec: { ingress: { from?: unknown[] }[]; egress: unknown[] } };
    const closed = planted(prod.overlay, 'NetworkPolicy', 'gateway', ({ spec }: Policy) => {
      spec.ingress[0] = { from: [{ namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } }] };
    });
    expect(allowedConnections(closed)).not.toContain('ingress → gateway:8080');
    const open = planted(prod.overlay, 'NetworkPolicy', 'notification', ({ spec }: Policy) => {
      spec.egress.push({ ports: [{ port: 5432 }] });
    });
    expect(allowedConnections(open)).toContain('notification → intranet:5432');
  });
});
