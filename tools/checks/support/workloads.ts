import type { Manifest } from '../../deploy/kustomize.ts';

export interface Port {
  name?: string;
  containerPort: number;
}

interface Reference {
  name: string;
  key?: string;
  optional?: boolean;
}

export interface Container {
  name: string;
  image: string;
  ports?: Port[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: Reference; configMapKeyRef?: Reference };
  }[];
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[];
  args?: string[];
  command?: string[];
  volumeMounts?: { name: string; mountPath: string }[];
  securityContext?: Record<string, unknown>;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  [probe: string]: unknown;
}

interface Volume {
  name: string;
  configMap?: Reference;
  secret?: { secretName: string; items?: { key: string; path: string }[]; optional?: boolean };
  persistentVolumeClaim?: { claimName: string };
}

export interface Workload {
  manifest: Manifest;
  name: string;
  kind: string;
  labels: Record<string, string>;
  selector?: Record<string, string>;
  pod: {
    serviceAccountName?: string;
    initContainers?: Container[];
    containers: Container[];
    volumes?: Volume[];
    [part: string]: unknown;
  };
}

interface WorkloadSpec {
  selector?: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> }; spec: Workload['pod'] };
}

/** The Deployments, StatefulSets, Jobs and CronJobs. */
export function workloads(manifests: Manifest[]): Workload[] {
  const makers = ['Deployment', 'StatefulSet', 'Job', 'CronJob'];
  return manifests.filter(({ kind }) => makers.includes(kind)).map(workload);
}

/** All containers of a pod, in the order in which they start. */
export const containersOf = ({ pod }: Workload): Container[] => [
  ...(pod.initContainers ?? []),
  ...pod.containers,
];

function workload(manifest: Manifest): Workload {
  const spec = manifest.spec as WorkloadSpec & { jobTemplate?: { spec: WorkloadSpec } };
  const { selector, template } = spec.jobTemplate?.spec ?? spec;
  const { name } = manifest.metadata;
  return {
    manifest,
    name,
    kind: manifest.kind,
    labels: template.metadata.labels,
    selector: selector?.matchLabels,
    pod: template.spec,
  };
}

/** Whether an equality selector matches pods with these labels. */
export const picks = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

export const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
