import type { Manifest } from '../../../deploy/kustomize.ts';
import { containersOf, workloads, type Container, type Workload } from '../workloads.ts';

/** An object that a pod reads, such as `Secret caredrop-auth`, and the keys that it needs. */
export interface Reference {
  kind: string;
  name: string;
  keys: string[];
}

/** All objects that a workload's pods need to start, without optional references. */
function referencesOf(workload: Workload): Reference[] {
  const { pod } = workload;
  const account = pod.serviceAccountName;
  return [
    ...(account ? [{ kind: 'ServiceAccount', name: account, keys: [] }] : []),
    ...containersOf(workload).flatMap(readByContainer),
    ...(pod.volumes ?? []).flatMap(({ configMap, secret, persistentVolumeClaim }) => [
      ...(configMap && !configMap.optional ? [{ kind: 'ConfigMap', name: configMap.name, keys: [] }] : []),
      ...(secret && !secret.optional
        ? [{ kind: 'Secret', name: secret.secretName, keys: (secret.items ?? []).map(({ key }) => key) }]
        : []),
      ...(persistentVolumeClaim
        ? [{ kind: 'PersistentVolumeClaim', name: persistentVolumeClaim.claimName, keys: [] }]
        : []),
    ]),
  ];
}

function readByContainer({ env = [], envFrom = [] }: Container): Reference[] {
  const single = env.flatMap(({ valueFrom }) => [
    ...(valueFrom?.secretKeyRef ? [{ kind: 'Secret', ...valueFrom.secretKeyRef }] : []),
    ...(valueFrom?.configMapKeyRef ? [{ kind: 'ConfigMap', ...valueFrom.configMapKeyRef }] : []),
  ]);
  const whole = envFrom.flatMap(({ secretRef, configMapRef }) => [
    ...(secretRef ? [{ kind: 'Secret', ...secretRef }] : []),
    ...(configMapRef ? [{ kind: 'ConfigMap', ...configMapRef }] : []),
  ]);
  return [...single, ...whole]
    .filter(({ optional }) => optional !== true)
    .map(({ kind, name, key }) => ({ kind, name, keys: key === undefined ? [] : [key] }));
}

/** An object that satisfies references, and the keys in it. */
export interface Provider {
  kind: string;
  name: string;
  keys: string[];
  source: Manifest;
}

/** The objects that an object adds to the cluster: itself, and for an ExternalSecret the Secret made by its operator. */
export function provided(manifest: Manifest): Provider {
  const { kind, metadata } = manifest;
  if (kind === 'ExternalSecret') {
    const { target, data } = manifest.spec as { target: { name: string }; data: { secretKey: string }[] };
    return {
      kind: 'Secret',
      name: target.name,
      keys: data.map(({ secretKey }) => secretKey),
      source: manifest,
    };
  }
  const content = (manifest.stringData ?? manifest.data ?? {}) as Record<string, string>;
  return { kind, name: metadata.name, keys: Object.keys(content), source: manifest };
}

/** References to Secrets from objects other than pods. */
function operatorReferences(manifests: Manifest[]): { reader: Manifest; reference: Reference }[] {
  return manifests
    .filter(({ kind }) => kind === 'RabbitmqCluster')
    .flatMap((reader) => {
      const spec = reader.spec as {
        secretBackend?: { externalSecret: { name: string } };
        tls?: { secretName: string };
      };
      const account = {
        kind: 'Secret',
        name: spec.secretBackend?.externalSecret.name ?? '',
        keys: ['default_user.conf'],
      };
      const certificate = { kind: 'Secret', name: spec.tls?.secretName ?? '', keys: ['tls.crt', 'tls.key'] };
      return [account, certificate].filter(({ name }) => name).map((reference) => ({ reader, reference }));
    });
}

export const readers = (manifests: Manifest[]): { reader: Manifest; reference: Reference }[] => [
  ...workloads(manifests).flatMap((one) =>
    referencesOf(one).map((reference) => ({ reader: one.manifest, reference })),
  ),
  ...operatorReferences(manifests),
];
