import type { Manifest } from '../../../deploy/kustomize.ts';
import { containersOf, workloads } from '../workloads.ts';
import { provided, readers } from './references.ts';

const named = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Errors of `kubectl apply`, which sends objects in order and rejects one that comes before its namespace. */
export function namespaceFaults(stream: Manifest[]): string[] {
  const there = new Set<string>();
  return stream.flatMap((manifest) => {
    if (manifest.kind === 'Namespace') there.add(manifest.metadata.name);
    const { namespace } = manifest.metadata;
    return namespace && !there.has(namespace) ? [`${named(manifest)} comes before its namespace`] : [];
  });
}

/** When Argo CD applies an object, as a number: PreSync hooks come before every sync wave. */
function moment({ metadata: { annotations = {} } }: Manifest): number {
  const wave = Number(annotations['argocd.argoproj.io/sync-wave'] ?? 0);
  return annotations['argocd.argoproj.io/hook'] === 'PreSync' ? wave - 1_000 : wave;
}

/**
 * Problems with objects that pods reference: the object is missing, lacks a key, or is applied after the pod, so that
 * Argo CD's wave never completes. `before`: objects that the operator has already created.
 */
export function referenceFaults(before: Manifest[], overlay: Manifest[]): string[] {
  const all = [...before, ...overlay].map(provided);
  return readers(overlay).flatMap(({ reader, reference: { kind, name, keys } }) => {
    const found = all.filter((one) => one.kind === kind && one.name === name);
    if (found.length === 0) return [`${named(reader)} reads ${kind} ${name}, which does not exist`];
    const missing = keys.filter((key) => !found.some((one) => one.keys.includes(key)));
    const late = found.every(({ source }) => overlay.includes(source) && moment(source) > moment(reader));
    return [
      ...missing.map((key) => `${named(reader)} reads ${key} of ${kind} ${name}, which lacks it`),
      ...(late ? [`${named(reader)} comes before ${kind} ${name}, which it reads`] : []),
    ];
  });
}

/** Errors in sync waves: Argo CD must create the namespace in an earlier wave than everything inside it. */
export function waveFaults(overlay: Manifest[]): string[] {
  const [namespace] = overlay.filter(({ kind }) => kind === 'Namespace');
  if (!namespace) return ['there is no Namespace'];
  const early = overlay.filter((one) => one !== namespace && moment(one) <= moment(namespace));
  return early.map((one) => `${named(one)} does not come after the namespace`);
}

const mayChange: Record<string, string[]> = {
  StatefulSet: ['replicas', 'template', 'updateStrategy', 'minReadySeconds', 'ordinals'],
  PersistentVolumeClaim: ['resources'],
  Job: ['parallelism', 'suspend', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished', 'backoffLimit'],
};

/** Errors of the API server when `second` is applied over `first`: changes to immutable fields. */
export function immutableFaults(first: Manifest[], second: Manifest[]): string[] {
  const there = new Map(first.map((one) => [named(one), one]));
  return second.flatMap((manifest) => {
    const old = there.get(named(manifest));
    const same = old && JSON.stringify(fixed(old)) === JSON.stringify(fixed(manifest));
    return !old || same ? [] : [`${named(manifest)} changes a field that is immutable`];
  });
}

function fixed({ kind, spec }: Manifest): unknown {
  const fields = (spec ?? {}) as Record<string, unknown>;
  if (kind === 'Deployment') return fields.selector;
  const open = mayChange[kind];
  return open && Object.fromEntries(Object.entries(fields).filter(([name]) => !open.includes(name)));
}

/** The same manifests with another version of our images. */
export const atVersion = (manifests: Manifest[], version: string): Manifest[] =>
  JSON.parse(
    JSON.stringify(manifests).replace(/("image":"caredrop\/[a-z]+:)[^"]+"/g, `$1${version}"`),
  ) as Manifest[];

/** Services whose database is not migrated to their version before they start. */
export function migrationFaults(overlay: Manifest[]): string[] {
  return workloads(overlay).flatMap(({ kind, name, pod }) => {
    const [served] = pod.containers;
    const needs = kind === 'Deployment' && served?.env?.some((one) => one.name === 'DATABASE_URL');
    const migrates = pod.initContainers?.some(
      ({ image, args = [] }) => image === served?.image && args.some((word) => /migrate/.test(word)),
    );
    return needs && !migrates ? [`Deployment ${name} starts without migrating to its version`] : [];
  });
}

/**
 * Variables that mounted scripts use without a default although their container does not set them. Its image sets
 * POSTGRES_USER.
 */
export function scriptFaults(overlay: Manifest[]): string[] {
  const maps = new Map(
    overlay.filter(({ kind }) => kind === 'ConfigMap').map((one) => [one.metadata.name, one]),
  );
  return workloads(overlay).flatMap((one) =>
    containersOf(one).flatMap(({ env = [], volumeMounts = [] }) =>
      volumeMounts.flatMap((mount) => {
        const volume = one.pod.volumes?.find(({ name }) => name === mount.name);
        const files = (maps.get(volume?.configMap?.name ?? '')?.data ?? {}) as Record<string, string>;
        const used = Object.values(files).flatMap(variablesOf);
        const given = new Set([...env.map(({ name }) => name), 'POSTGRES_USER']);
        return used
          .filter((name) => !given.has(name))
          .map((name) => `${one.kind} ${one.name} runs a script that needs ${name}`);
      }),
    ),
  );
}

const variablesOf = (script: string): string[] => [
  ...new Set([...script.matchAll(/\$\{?([A-Z][A-Z0-9_]+)\b(?!:-)/g)].map(([, name = '']) => name)),
];
