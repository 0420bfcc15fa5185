import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { kustomize, type Manifest } from '../deploy/kustomize.ts';
import { root } from '../stack/paths.ts';
import { serviceNames } from '../stack/service-names.ts';
import { operatorErrors } from './support/operator-kinds.ts';
import { isOperatorKind, typeErrors } from './support/typed-manifests.ts';
import {
  containersOf,
  ofKind,
  picks,
  workloads,
  type Container,
  type Workload,
} from './support/workloads.ts';

const overlays = ['dev', 'staging', 'prod'];
const built = new Map(overlays.map((name) => [name, kustomize(`k8s/overlays/${name}`)]));

/** A load balancer has an address or a small network; a larger network may contain clients. */
const isTooWide = (range: string): boolean => Number(range.split('/')[1] ?? 32) < 24;

/** The settings that a service gets from its ConfigMap. */
function settingsOf(manifests: Manifest[], service: string): Record<string, string> {
  const maps = ofKind(manifests, 'ConfigMap');
  const map = maps.find(({ metadata }) => metadata.name.startsWith(`${service}-settings`));
  return (map?.data ?? {}) as Record<string, string>;
}

/** The base with one component and an address, as a separate folder. */
function overlayWith(component: string, maps: object[] = []): string {
  const folder = path.join(root, 'node_modules/.cache/caredrop/overlays', component);
  mkdirSync(folder, { recursive: true });
  const up = path.relative(folder, path.join(root, 'k8s'));
  const settings = { name: 'gateway-settings', behavior: 'merge' };
  const kustomization = {
    resources: [`${up}/base`],
    components: [`${up}/components/${component}`, `${up}/components/address`],
    configMapGenerator: [{ ...settings, literals: ['PUBLIC_URL=https://documents.clinic.example'] }, ...maps],
  };
  writeFileSync(path.join(folder, 'kustomization.yaml'), stringify(kustomization));
  return path.relative(root, folder);
}

const allContainers = (manifests: Manifest[]): [Workload, Container][] =>
  workloads(manifests).flatMap((one) =>
    containersOf(one).map((container): [Workload, Container] => [one, container]),
  );

describe.each(overlays)('the overlay %s', (name) => {
  const manifests = built.get(name) ?? [];
  const all = workloads(manifests);

  it('every service has all of its Kubernetes objects', () => {
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

  it('one audit signer runs, without an autoscaler, and its own policy allows no egress', () => {
    const own = manifests.filter(({ metadata }) => metadata.name === 'audit-signer');
    expect(own.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'NetworkPolicy', 'Service']);
    // The default is one replica; a number would start the signer during a restore (docs/backup.md).
    expect(own.find(({ kind }) => kind === 'Deployment')?.spec).not.toHaveProperty('replicas');
    const policy = own.find(({ kind }) => kind === 'NetworkPolicy')?.spec;
    expect(policy).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect(policy).not.toHaveProperty('egress');
  });

  it('every manifest field is known to Kubernetes or to an operator', () => {
    expect(typeErrors(manifests, name)).toEqual([]);
    expect(manifests.filter(isOperatorKind).flatMap(operatorErrors)).toEqual([]);
  });

  it('every Kubernetes object is in the namespace caredrop', () => {
    const outside = manifests.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'caredrop',
    );
    expect(outside.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
  });

  it('every workload selects its own pods', () => {
    const wrong = all.filter(({ selector, labels }) => selector && !picks(selector, labels));
    expect(wrong.map((one) => one.name)).toEqual([]);
  });

  it('services point to ports that their pods open', () => {
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

  it('probes use open ports, with separate paths for liveness and readiness', () => {
    for (const [, container] of allContainers(manifests)) {
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

  it('autoscalers, disruption budgets and the ingress refer to existing objects', () => {
    const deployments = ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name);
    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler'))
      expect(deployments).toContain((spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name);
    for (const { spec } of ofKind(manifests, 'PodDisruptionBudget')) {
      const { matchLabels } = (spec as { selector: { matchLabels: Record<string, string> } }).selector;
      const operators = matchLabels['app.kubernetes.io/name'] === 'rabbitmq';
      expect(operators || all.some(({ labels }) => picks(matchLabels, labels))).toBe(true);
    }
    expect(JSON.stringify(ofKind(manifests, 'Ingress'))).toContain(
      '{"name":"gateway","port":{"name":"http"}}',
    );
  });

  it('no container runs as root or escalates privileges, and none of ours writes to its image', () => {
    for (const [one, container] of allContainers(manifests)) {
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

  it('all traffic is denied by default, and every ingress rule names its sources', () => {
    const policies = ofKind(manifests, 'NetworkPolicy');
    const shut = policies.find(({ metadata }) => metadata.name === 'nothing-by-default');
    expect(shut?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const { metadata, spec } of policies) {
      const open = (spec as { ingress?: { from?: unknown[] }[] }).ingress ?? [];
      for (const { from } of open)
        expect({ name: metadata.name, from }).toMatchObject({ from: expect.any(Array) as unknown });
    }
  });

  it('every image has a fixed version', () => {
    for (const [, { image }] of allContainers(manifests)) expect(image).toMatch(/^[a-z0-9/-]+:v?\d[\w.-]*$/);
  });
});

describe('detection of faults in manifests', () => {
  it('a proxy range wider than /24 is reported as too wide', () => {
    expect(['10.0.0.0/8', '10.1.2.0/23', '10.1.2.0/24', '192.0.2.7'].map(isTooWide)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  const [first] = (built.get('prod') ?? []).filter(({ kind }) => kind === 'Deployment');

  it('an unknown manifest field is reported', () => {
    const planted = { ...first, spec: { ...(first?.spec as object), replica: 3 } } as Manifest;
    expect(typeErrors([planted], 'planted').join()).toContain('replica');
  });

  it('a removed Kubernetes API version is reported', () => {
    const planted = { ...first, apiVersion: 'extensions/v1beta1' } as Manifest;
    expect(typeErrors([planted], 'planted').join()).toMatch(/is not a stable kind/);
  });

  it('a misspelt field of an operator’s resource is reported', () => {
    const monitor = (built.get('prod') ?? []).find(({ kind }) => kind === 'ServiceMonitor');
    const planted = { ...monitor, spec: { ...(monitor?.spec as object), endpoint: [] } } as Manifest;
    expect(operatorErrors(planted).join()).toContain('endpoint');
  });
});

describe('the ingress', () => {
  const annotations = (overlay: string): Record<string, string> =>
    ofKind(built.get(overlay) ?? [], 'Ingress')[0]?.metadata.annotations ?? {};
  const [f5, community] = [annotations('prod'), annotations('dev')];

  it.each([
    [
      'leaves the rejection of large files to the gateway',
      'proxy-body-size',
      '0',
      'client-max-body-size',
      '64m',
    ],
    ['does not buffer responses on disk', 'proxy-buffering', 'off', 'proxy-buffering', 'False'],
    ['keeps live updates open for an hour', 'proxy-read-timeout', '3600', 'proxy-read-timeout', '3600s'],
    ['writes no temporary files', 'proxy-max-temp-file-size', '0', 'proxy-max-temp-file-size', '0'],
    ['does not repeat requests', 'proxy-next-upstream', 'off', 'proxy-next-upstream', 'off'],
  ])('the ingress %s', (_, theirs, value, name, other) => {
    expect(community[`nginx.ingress.kubernetes.io/${theirs}`]).toBe(value);
    expect(f5[`nginx.org/${name}`]).toBe(other);
  });

  it('the community controller buffers no uploads and writes no access log', () => {
    expect(community).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/enable-access-log': 'false',
    });
  });

  it('no ingress uses configuration snippets', () => {
    for (const overlay of overlays) expect(Object.keys(annotations(overlay)).join()).not.toMatch(/snippet/);
  });

  it.each(overlays)('the ingress of %s has the host of PUBLIC_URL and uses TLS', (overlay) => {
    const manifests = built.get(overlay) ?? [];
    const { PUBLIC_URL = '' } = settingsOf(manifests, 'gateway');
    const { host } = new URL(PUBLIC_URL);
    const [ingress] = ofKind(manifests, 'Ingress');
    expect(ingress?.spec).toMatchObject({
      tls: [{ hosts: [host], secretName: 'caredrop-tls' }],
      rules: [{ host }],
    });
  });
});

describe('trusted proxies', () => {
  it.each(overlays)('the overlay %s trusts no range wider than /24', (overlay) => {
    const { TRUSTED_PROXIES = '' } = settingsOf(built.get(overlay) ?? [], 'gateway');
    const ranges = TRUSTED_PROXIES.split(',').filter((range) => range !== '');
    expect(ranges.filter(isTooWide)).toEqual([]);
  });

  it.each(['staging', 'prod'])('the overlay %s has no default for trusted proxies', (overlay) => {
    const settings = settingsOf(built.get(overlay) ?? [], 'gateway');
    expect(settings).toMatchObject({ TRUSTED_PROXIES: '', TRUSTED_PROXY_HOPS: '' });
  });
});

describe.each(['ingress-f5', 'ingress-nginx', 'ingress-traefik', 'http-route'])(
  'the component %s',
  (name) => {
    const manifests = kustomize(overlayWith(name));

    it('an ingress component has known fields and one route for the public address', () => {
      expect(typeErrors(manifests, name)).toEqual([]);
      expect(manifests.filter(isOperatorKind).flatMap(operatorErrors)).toEqual([]);
      const routes = manifests.filter(({ kind }) => ['Ingress', 'HTTPRoute'].includes(kind));
      expect(routes).toHaveLength(1);
      expect(JSON.stringify(routes)).toContain('documents.clinic.example');
    });
  },
);

it.each(['ingress-f5', 'ingress-nginx'])(
  'the component %s and the documentation name the setting that keeps link tokens out of the error log',
  (name) => {
    const setting = "error-log-level: 'crit'";
    for (const file of [`k8s/components/${name}/kustomization.yaml`, 'docs/deploy.md'])
      expect(readFileSync(path.join(root, file), 'utf8')).toContain(setting);
  },
);

describe('the component syslog', () => {
  const policyOf = (manifests: Manifest[]) =>
    ofKind(manifests, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'to-syslog');

  it('no overlay includes the syslog component by default', () => {
    for (const manifests of built.values()) expect(policyOf(manifests)).toBeUndefined();
  });

  it('the syslog component lets only the audit service reach the configured receiver', () => {
    const literals = ['SYSLOG_CIDR=10.50.0.7/32'];
    const manifests = kustomize(overlayWith('syslog', [{ name: 'cluster', literals }]));
    expect(typeErrors(manifests, 'syslog')).toEqual([]);
    expect(policyOf(manifests)?.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'audit' } },
      policyTypes: ['Egress'],
      egress: [{ to: [{ ipBlock: { cidr: '10.50.0.7/32' } }], ports: [{ port: 6514 }] }],
    });
  });
});
