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
  securityContext?: Record<string, unknown>;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  [probe: string]: unknown;
}

export interface Workload {
  name: string;
  kind: string;
  labels: Record<string, string>;
  selector?: Record<string, string>;
  pod: {
    containers: Container[];
    volumes?: { name: string; configMap?: Reference }[];
    [part: string]: unknown;
  };
}

interface WorkloadSpec {
  selector?: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> }; spec: Workload['pod'] };
}

/** Everything that makes pods. */
export function workloads(manifests: Manifest[]): Workload[] {
  const makers = ['Deployment', 'StatefulSet', 'Job'];
  return manifests.filter(({ kind }) => makers.includes(kind)).map(workload);
}

function workload(manifest: Manifest): Workload {
  const { selector, template } = manifest.spec as WorkloadSpec;
  const { name } = manifest.metadata;
  return {
    name,
    kind: manifest.kind,
    labels: template.metadata.labels,
    selector: selector?.matchLabels,
    pod: template.spec,
  };
}

/** Whether pods with these labels are picked by a selector of equalities. */
export const picks = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

export const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
