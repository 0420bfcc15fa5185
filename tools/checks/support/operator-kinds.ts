import { z } from 'zod';
import type { Manifest } from '../../deploy/kustomize.ts';

const metadata = z.looseObject({ name: z.string() });
const text = z.string().min(1);

/** The part of the operators' published schemas that our manifests use. Unknown fields are errors until added here. */
const schemas: Record<string, z.ZodType> = {
  'monitoring.coreos.com/v1 ServiceMonitor': z.strictObject({
    selector: z.strictObject({ matchLabels: z.record(text, text) }),
    endpoints: z.array(
      z.strictObject({
        port: text,
        path: text,
        interval: text,
        relabelings: z
          .array(
            z.strictObject({ sourceLabels: z.array(text), regex: text, action: z.enum(['drop', 'keep']) }),
          )
          .optional(),
      }),
    ),
  }),
  'monitoring.coreos.com/v1 PrometheusRule': z.strictObject({
    groups: z.array(
      z.strictObject({
        name: text,
        rules: z.array(
          z.strictObject({
            alert: text,
            expr: text,
            for: text.optional(),
            labels: z.record(text, text),
            annotations: z.record(text, text),
          }),
        ),
      }),
    ),
  }),
  'external-secrets.io/v1 ExternalSecret': z.strictObject({
    refreshInterval: text,
    secretStoreRef: z.strictObject({ kind: z.enum(['SecretStore', 'ClusterSecretStore']), name: text }),
    target: z.strictObject({ name: text }),
    data: z.array(
      z.strictObject({ secretKey: text, remoteRef: z.strictObject({ key: text, property: text }) }),
    ),
  }),
  'gateway.networking.k8s.io/v1 HTTPRoute': z.strictObject({
    parentRefs: z.array(z.strictObject({ name: text, namespace: text, sectionName: text })),
    hostnames: z.array(text),
    rules: z.array(
      z.strictObject({
        matches: z.array(z.strictObject({ path: z.strictObject({ type: text, value: text }) })),
        backendRefs: z.array(z.strictObject({ name: text, port: z.number().int() })),
        timeouts: z.strictObject({ request: text, backendRequest: text }),
      }),
    ),
  }),
  'rabbitmq.com/v1beta1 RabbitmqCluster': z.strictObject({
    secretBackend: z.strictObject({ externalSecret: z.strictObject({ name: text }) }),
    tls: z.strictObject({ secretName: text, disableNonTLSListeners: z.boolean() }),
    replicas: z.number().int(),
    persistence: z.strictObject({ storage: text }),
    resources: z.record(z.enum(['requests', 'limits']), z.record(text, text)),
    rabbitmq: z.strictObject({ additionalPlugins: z.array(text), additionalConfig: text }),
    // Merged into the StatefulSet that the operator creates.
    override: z.strictObject({ statefulSet: z.strictObject({ spec: z.record(text, z.unknown()) }) }),
    affinity: z.record(text, z.unknown()),
  }),
};

/** Schema errors of an operator's object. */
export function operatorErrors(manifest: Manifest): string[] {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const spec = schemas[kind];
  if (!spec) return [`${kind} has no schema here`];
  const object = z.strictObject({ apiVersion: text, kind: text, metadata, spec });
  const result = object.safeParse(manifest);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${kind} ${path.join('.')}: ${message}`);
}
