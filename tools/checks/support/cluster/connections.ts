import type { Manifest } from '../../../deploy/kustomize.ts';
import { containersOf, workloads } from '../workloads.ts';
import { environmentOf } from './environment.ts';
import { isAllowed, podsOf, type End } from './network.ts';

const inNamespace = (name: string, namespace: Record<string, string>, labels = {}): End => ({
  name,
  namespace: { 'kubernetes.io/metadata.name': name, ...namespace },
  labels,
});

/** The peers outside our namespace that the tests use. */
const outside: End[] = [
  inNamespace('ingress', { 'caredrop.example/ingress': 'true' }),
  inNamespace('monitoring', {}),
  inNamespace('kube-system', {}, { 'k8s-app': 'kube-dns' }),
  inNamespace('another', {}, { 'app.kubernetes.io/name': 'gateway' }),
  { name: 'database', address: '10.20.0.5' },
  { name: 'mail', address: '10.30.0.9' },
  { name: 'object-store', address: '10.40.0.7' },
  { name: 'kubernetes-api', address: '10.0.0.1' },
  { name: 'intranet', address: '10.99.0.1' },
  { name: 'cloud-metadata', address: '169.254.169.254' },
  { name: 'internet', address: '54.171.0.1' },
];

const portsOutside: Record<string, number[]> = { 'kube-system': [53], monitoring: [4318] };
const portsAnywhere = [25, 80, 443, 465, 3310, 5432, 5671, 5672, 8080];

function portsOf(end: End): number[] {
  if (end.name === 'rabbitmq' && !end.ports?.length) return [5671, 5672, 15691];
  return end.ports?.map(({ containerPort }) => containerPort) ?? portsOutside[end.name] ?? portsAnywhere;
}

/** Every connection that the network policies allow, as `token → auth:8080`. */
export function allowedConnections(manifests: Manifest[]): string[] {
  const pods = podsOf(manifests);
  const ends = [...pods, ...outside];
  const found = ends.flatMap((from) =>
    ends.flatMap((to) => {
      const matters = from !== to && (pods.includes(from) || pods.includes(to));
      const open = matters ? portsOf(to).filter((port) => isAllowed(manifests, from, to, port)) : [];
      return open.map((port) => `${from.name} → ${to.name}:${String(port)}`);
    }),
  );
  return found.sort();
}

const ports: Record<string, number> = {
  'postgres:': 5432,
  'http:': 80,
  'https:': 443,
  'amqps:': 5671,
  'smtps:': 465,
};
/** Addresses for users, not for connections of the container. */
const told = new Set(['PUBLIC_URL', 'SIGNUP_URL', 'TWILIO_STATUS_CALLBACK_URL']);

/**
 * Every connection that the containers' settings name, in the form of {@link allowedConnections}. `objects`: manifests
 * and Secrets.
 */
export function neededConnections(manifests: Manifest[], objects: Manifest[]): string[] {
  const found = workloads(manifests).flatMap((one) =>
    containersOf(one).flatMap((container) =>
      Object.entries(environmentOf(objects, one, container))
        .filter(
          ([name, value]) => !told.has(name) && /^[a-z]+:\/\//.test(value) && isConnected(one.name, name),
        )
        .map(([, value]) => `${one.name} → ${targetOf(value)}`),
    ),
  );
  return [...new Set(found)].sort();
}

/** An overlay's settings reach every container, but only some containers use these. */
function isConnected(workload: string, name: string): boolean {
  if (name === 'S3_ENDPOINT') return workload === 'document';
  return workload !== 'audit-prune' || name.endsWith('DATABASE_URL');
}

function targetOf(value: string): string {
  const { protocol, hostname, port } = new URL(value);
  const known = outside.find(({ address }) => address === hostname)?.name;
  const [name = '', namespace] = hostname.split('.');
  const target = known ?? (namespace === 'monitoring' ? namespace : name);
  return `${target}:${port || String(ports[protocol])}`;
}
