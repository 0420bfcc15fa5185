// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';
import { serviceNames } from '../stack/service-names.mjs';
import { brokerSecret, kubernetesSecret, rabbitmqSecret, storesSecret } from './production-secrets.mjs';

/** @import { Secrets } from '../stack/secrets.ts' */
/** @import { Places, Values } from './production-secrets.mjs' */

/**
 * What an installation needs in addition to the Secrets of its services.
 * @typedef Extras
 * @property {boolean} stores The passwords of the demo's own stores.
 * @property {boolean} broker The administrator of the broker that k8s/components/rabbitmq-cluster runs.
 * @property {string | undefined} authorities PEM of the CA certificates for the database and the broker.
 */

/**
 * YAML of all objects that must be in the cluster before the first `kubectl apply -k`, the namespace first.
 * @param {Secrets} made
 * @param {Places} places
 * @param {Extras} extras
 */
export function kubernetesObjects(made, places, { stores, broker, authorities }) {
  const namespace = readFileSync(path.join(root, 'k8s/base/namespace.yaml'), 'utf8');
  const secrets = serviceNames.map((service) => secret(service, kubernetesSecret(service, made, places)));
  secrets.push(secret('broker', brokerSecret(made)));
  if (stores) secrets.push(secret('stores', storesSecret(made)));
  if (broker) secrets.push(secret('rabbitmq', rabbitmqSecret(made)));
  const maps = authorities === undefined ? [] : [configMap(authorities)];
  return [namespace, ...maps, ...secrets].join('---\n');
}

/**
 * @param {string} name
 * @param {Values} values
 */
const secret = (name, values) => `apiVersion: v1
kind: Secret
metadata:
  name: caredrop-${name}
  namespace: caredrop
type: Opaque
stringData:
${entries(values)}`;

/** @param {string} authorities */
const configMap = (authorities) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: caredrop-ca
  namespace: caredrop
data:
${entries({ 'ca.crt': authorities })}`;

/**
 * JSON strings are valid YAML strings.
 * @param {Values} values
 */
const entries = (values) =>
  Object.entries(values)
    .map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`)
    .join('');
