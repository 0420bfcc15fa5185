import type { Manifest } from '../../../deploy/kustomize.ts';
import { workloads, type Port } from '../workloads.ts';

type Labels = Record<string, string>;
interface Expression {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  values?: string[];
}
interface Selector {
  matchLabels?: Labels;
  matchExpressions?: Expression[];
}
interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}
interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: number | string; protocol?: string }[];
}
interface Policy {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

/** One end of a connection: a pod of ours, a pod of another namespace, or an IPv4 address. */
export interface End {
  name: string;
  labels?: Labels;
  /** Labels of its namespace, when it is not ours. */
  namespace?: Labels;
  address?: string;
  ports?: Port[];
}

/** All pods of the manifests, and that of the broker, which RabbitMQ's operator creates. */
export function podsOf(manifests: Manifest[]): End[] {
  const pods = workloads(manifests).map(({ name, labels, pod }) => ({
    name,
    labels,
    ports: pod.containers.flatMap(({ ports = [] }) => ports),
  }));
  const broker = { name: 'rabbitmq', labels: { 'app.kubernetes.io/name': 'rabbitmq' }, ports: [] };
  return manifests.some(({ kind }) => kind === 'RabbitmqCluster') ? [...pods, broker] : pods;
}

/** Returns whether the network policies let `from` open a connection to a port of `to`; both ends have to allow it. */
export function isAllowed(manifests: Manifest[], from: End, to: End, port: number): boolean {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as Policy);
  return passes(policies, 'Egress', from, to, to, port) && passes(policies, 'Ingress', to, from, to, port);
}

function passes(
  policies: Policy[],
  type: 'Ingress' | 'Egress',
  own: End,
  other: End,
  target: End,
  port: number,
): boolean {
  if (!own.labels || own.namespace) return true; // The network policies do not apply to this pod.
  const mine = policies.filter(
    ({ policyTypes, podSelector }) => policyTypes.includes(type) && selects(podSelector, own.labels ?? {}),
  );
  if (mine.length === 0) return true;
  const rules = mine.flatMap(({ ingress = [], egress = [] }) => (type === 'Ingress' ? ingress : egress));
  return rules.some(({ from, to, ports }) => {
    const peers = type === 'Ingress' ? from : to;
    return (!peers || peers.some((peer) => isPeer(peer, other))) && opens(ports, target, port);
  });
}

function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, end: End): boolean {
  if (ipBlock)
    return (
      end.address !== undefined &&
      inside(ipBlock.cidr, end.address) &&
      !(ipBlock.except ?? []).some((range) => inside(range, end.address ?? ''))
    );
  if (end.address !== undefined) return false;
  const inNamespace = namespaceSelector
    ? end.namespace !== undefined && selects(namespaceSelector, end.namespace)
    : end.namespace === undefined;
  return inNamespace && selects(podSelector ?? {}, end.labels ?? {});
}

const opens = (ports: Rule['ports'], target: End, port: number): boolean =>
  !ports ||
  ports.some((one) => {
    const number =
      typeof one.port === 'number'
        ? one.port
        : target.ports?.find(({ name }) => name === one.port)?.containerPort;
    return number === port;
  });

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const equal = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return equal && matchExpressions.every((one) => holds(one, labels));
}

function holds({ key, operator, values = [] }: Expression, labels: Labels): boolean {
  const value = labels[key];
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  return values.includes(value ?? '') === (operator === 'In');
}

function inside(cidr: string, address: string): boolean {
  const [network = '', bits = '32'] = cidr.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(numberOf(network) / size) === Math.floor(numberOf(address) / size);
}

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
