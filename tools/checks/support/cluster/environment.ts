import type { Manifest } from '../../../deploy/kustomize.ts';
import type { Container, Workload } from '../workloads.ts';

type Values = Record<string, string>;

/** The environment that kubelet gives a container, with each `file:` path replaced by the content of its file. */
export function environmentOf(objects: Manifest[], workload: Workload, container: Container): Values {
  const content = (kind: string, name: string): Values => contentOf(objects, kind, name);
  const env: Values = {};
  for (const { configMapRef } of container.envFrom ?? [])
    if (configMapRef) Object.assign(env, content('ConfigMap', configMapRef.name));
  for (const { name, value = '', valueFrom } of container.env ?? []) {
    const secret = valueFrom?.secretKeyRef;
    env[name] = secret ? (content('Secret', secret.name)[secret.key ?? ''] ?? '') : value;
    if (env[name].startsWith('file:')) env[name] = mounted(env[name].slice(5), workload, container, content);
  }
  return env;
}

function contentOf(objects: Manifest[], kind: string, name: string): Values {
  const object = objects.find((one) => one.kind === kind && one.metadata.name === name);
  return (object?.stringData ?? object?.data ?? {}) as Values;
}

/** The content of a file in a mounted Secret; a path without a mount stays as it is. */
function mounted(
  file: string,
  { pod }: Workload,
  { volumeMounts = [] }: Container,
  content: (kind: string, name: string) => Values,
): string {
  const mount = volumeMounts.find(({ mountPath }) => file.startsWith(`${mountPath}/`));
  const secret = pod.volumes?.find(({ name }) => name === mount?.name)?.secret;
  const item = secret?.items?.find((one) => `${mount?.mountPath ?? ''}/${one.path}` === file);
  return (secret && item && content('Secret', secret.secretName)[item.key]) ?? `file:${file}`;
}
