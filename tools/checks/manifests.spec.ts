import { kustomize, type Manifest } from '../deploy/kustomize.ts';
import { kubernetesSecret, storesSecret } from '../deploy/production-secrets.ts';
import { makeSecrets } from '../stack/secrets.ts';
import { serviceNames } from '../stack/service-names.ts';
import { operatorErrors } from './support/operator-kinds.ts';
import { isOperatorKind, typeErrors } from './support/typed-manifests.ts';
import { ofKind, picks, workloads, type Container, type Workload } from './support/workloads.ts';

const overlays = ['dev', 'staging', 'prod'];
const built = new Map(overlays.map((name) => [name, kustomize(`k8s/overlays/${name}`)]));

/** Names and keys of the Secrets that an overlay can count on: from the vault, else what `npm run secrets` prints. */
function secretKeys(manifests: Manifest[]): Map<string, string[]> {
  const external = ofKind(manifests, 'ExternalSecret');
  if (external.length > 0) return new Map(external.map(keysOfExternal));
  const made = makeSecrets();
  const places = { postgresHost: 'postgres', amqpUrl: 'amqp://x', smtpUrl: 'smtp://x' };
  const printed = serviceNames.map(
    (name) => [`caredrop-${name}`, kubernetesSecret(name, made, places)] as const,
  );
  const all = [...printed, ['caredrop-stores', storesSecret(made)] as const];
  return new Map(all.map(([name, values]) => [name, Object.keys(values)]));
}

function keysOfExternal(manifest: Manifest): [string, string[]] {
  const spec = manifest.spec as { target: { name: string }; data: { secretKey: string }[] };
  return [spec.target.name, spec.data.map(({ secretKey }) => secretKey)];
}

const containersOf = (manifests: Manifest[]): [Workload, Container][] =>
  workloads(manifests).flatMap((one) =>
    one.pod.containers.map((container): [Workload, Container] => [one, container]),
  );

describe.each(overlays)('the overlay %s', (name) => {
  const manifests = built.get(name) ?? [];
  const all = workloads(manifests);

  it('has the objects of every service', () => {
    for (const service of serviceNames) {
      const kinds = manifests.filter(({ metadata }) => metadata.name === service).map(({ kind }) => kind);
      expect(kinds).toEqual(
        expect.arrayContaining([
          'Deployment',
          'HorizontalPodAutoscaler',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'Service',
          'ServiceAccount',
        ]),
      );
    }
  });

  it('is made of fields that Kubernetes and the operators know', () => {
    expect(typeErrors(manifests, name)).toEqual([]);
    expect(manifests.filter(isOperatorKind).flatMap(operatorErrors)).toEqual([]);
  });

  it('keeps everything in one namespace', () => {
    const outside = manifests.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'caredrop',
    );
    expect(outside.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
  });

  it('selects its own pods', () => {
    const wrong = all.filter(({ selector, labels }) => selector && !picks(selector, labels));
    expect(wrong.map((one) => one.name)).toEqual([]);
  });

  it('sends services to ports that pods open', () => {
    for (const service of ofKind(manifests, 'Service')) {
      const spec = service.spec as { selector: Record<string, string>; ports: { targetPort: string }[] };
      const [target] = all.filter(({ labels }) => picks(spec.selector, labels));
      const open = target?.pod.containers.flatMap(({ ports = [] }) => ports.map((port) => port.name)) ?? [];
      expect({ service: service.metadata.name, open }).toEqual({
        service: service.metadata.name,
        open: expect.arrayContaining(spec.ports.map(({ targetPort }) => targetPort)) as unknown,
      });
    }
  });

  it('probes ports that are open, live apart from ready', () => {
    for (const [, container] of containersOf(manifests)) {
      const open = (container.ports ?? []).map((port) => port.name);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        const { httpGet, tcpSocket } = (container[probe] ?? {}) as Record<
          string,
          { port: string } | undefined
        >;
        const port = httpGet?.port ?? tcpSocket?.port;
        if (port) expect(open).toContain(port);
      }
    }
    for (const service of serviceNames) {
      const container = all.find((one) => one.name === service)?.pod.containers[0];
      expect(container?.livenessProbe).toMatchObject({ httpGet: { path: '/health/live' } });
      expect(container?.readinessProbe).toMatchObject({ httpGet: { path: '/health/ready' } });
    }
  });

  it('names secrets and settings that exist', () => {
    const secrets = secretKeys(manifests);
    const settings = ofKind(manifests, 'ConfigMap').map(({ metadata }) => metadata.name);
    for (const [, { env = [], envFrom = [] }] of containersOf(manifests)) {
      for (const { valueFrom } of env) {
        const reference = valueFrom?.secretKeyRef;
        if (reference) expect(secrets.get(reference.name)).toContain(reference.key);
      }
      for (const { configMapRef } of envFrom) expect(settings).toContain(configMapRef?.name);
    }
    const mounted = all
      .flatMap(({ pod }) => pod.volumes ?? [])
      .flatMap(({ configMap }) => configMap?.name ?? []);
    expect(settings).toEqual(expect.arrayContaining(mounted));
  });

  it('scales, protects and routes to what is there', () => {
    const deployments = ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name);
    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler'))
      expect(deployments).toContain((spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name);
    for (const { spec } of ofKind(manifests, 'PodDisruptionBudget')) {
      const { matchLabels } = (spec as { selector: { matchLabels: Record<string, string> } }).selector;
      const operators = matchLabels['app.kubernetes.io/name'] === 'rabbitmq';
      expect(operators || all.some(({ labels }) => picks(matchLabels, labels))).toBe(true);
    }
    expect(JSON.stringify(ofKind(manifests, 'Ingress'))).toContain(
      '"service":{"name":"gateway","port":{"name":"http"}}',
    );
  });

  it('lets nothing run as root, gain rights or write to its own image', () => {
    for (const [one, container] of containersOf(manifests)) {
      expect(one.pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      if (container.image.startsWith('caredrop/'))
        expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      expect(container.resources).toMatchObject({
        requests: { memory: expect.any(String) as string },
        limits: {},
      });
    }
  });

  it('shuts every pod by default and opens each service for its callers only', () => {
    const policies = ofKind(manifests, 'NetworkPolicy');
    const shut = policies.find(({ metadata }) => metadata.name === 'nothing-by-default');
    expect(shut?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const { metadata, spec } of policies) {
      const open = (spec as { ingress?: { from?: unknown[] }[] }).ingress ?? [];
      for (const { from } of open)
        expect({ name: metadata.name, from }).toMatchObject({ from: expect.any(Array) as unknown });
    }
  });

  it('uses images that are built here or pinned', () => {
    for (const [, { image }] of containersOf(manifests)) expect(image).toMatch(/^[a-z0-9/-]+:v?\d[\w.-]*$/);
  });
});

describe('what the checks would find', () => {
  const [first] = (built.get('prod') ?? []).filter(({ kind }) => kind === 'Deployment');

  it('a field that nobody knows', () => {
    const planted = { ...first, spec: { ...(first?.spec as object), replica: 3 } } as Manifest;
    expect(typeErrors([planted], 'planted').join()).toContain('replica');
  });

  it('a kind that is gone', () => {
    const planted = { ...first, apiVersion: 'extensions/v1beta1' } as Manifest;
    expect(typeErrors([planted], 'planted').join()).toMatch(/is no lasting kind/);
  });

  it('an operator’s field with a typo', () => {
    const monitor = (built.get('prod') ?? []).find(({ kind }) => kind === 'ServiceMonitor');
    const planted = { ...monitor, spec: { ...(monitor?.spec as object), endpoint: [] } } as Manifest;
    expect(operatorErrors(planted).join()).toContain('endpoint');
  });
});

describe('the ingress', () => {
  const [ingress] = ofKind(built.get('prod') ?? [], 'Ingress');
  const said = ingress?.metadata.annotations ?? {};

  it.each([
    ['lets a whole document through', 'proxy-body-size', '6m', 'client-max-body-size', '6m'],
    ['keeps answers off the disk', 'proxy-buffering', 'off', 'proxy-buffering', 'False'],
    ['keeps live updates open for an hour', 'proxy-read-timeout', '3600', 'proxy-read-timeout', '3600s'],
    ['writes no temporary files', 'proxy-max-temp-file-size', '0', 'proxy-max-temp-file-size', '0'],
  ])('%s', (_, community, value, maintained, other) => {
    expect(said[`nginx.ingress.kubernetes.io/${community}`]).toBe(value);
    expect(said[`nginx.org/${maintained}`]).toBe(other);
  });

  it('keeps uploads off the disk, logs no path or query, and sends nothing twice', () => {
    expect(said).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/enable-access-log': 'false',
      'nginx.ingress.kubernetes.io/proxy-next-upstream': 'off',
    });
    expect(said['nginx.org/location-snippets']).toMatch(
      /proxy_request_buffering off;\naccess_log off;\nproxy_next_upstream off;/,
    );
  });

  it('is believed by the gateway about client addresses', () => {
    const settings = ofKind(built.get('prod') ?? [], 'ConfigMap').find(({ metadata }) =>
      metadata.name.startsWith('gateway-settings'),
    );
    expect((settings?.data as Record<string, string>).TRUSTED_PROXIES).not.toBe('');
  });

  it('speaks TLS only', () => {
    expect(ingress?.spec).toMatchObject({
      tls: [{ hosts: ['caredrop.example'], secretName: 'caredrop-tls' }],
    });
  });
});
