import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../stack/paths.ts';
import type { Secrets } from '../stack/secrets.ts';
import { serviceNames } from '../stack/service-names.ts';
import type { Manifest } from './kustomize.ts';
import {
  brokerSecret,
  kubernetesSecret,
  rabbitmqSecret,
  storesSecret,
  type Places,
} from './production-secrets.ts';

/** What an installation needs besides the Secrets of its services. */
export interface Extras {
  /** The passwords of the demo's own stores. */
  stores: boolean;
  /** The administrator of the broker that k8s/components/rabbitmq-cluster runs. */
  broker: boolean;
  /** PEM of the authorities that signed the certificates of database and broker. */
  authorities: string | undefined;
}

/** Everything that must be in the cluster before the first `kubectl apply -k`, the namespace first. */
export function kubernetesObjects(made: Secrets, places: Places, extras: Extras): Manifest[] {
  const namespace = parse(readFileSync(path.join(root, 'k8s/base/namespace.yaml'), 'utf8')) as Manifest;
  const secrets = serviceNames.map((service) => secret(service, kubernetesSecret(service, made, places)));
  secrets.push(secret('broker', brokerSecret(made)));
  if (extras.stores) secrets.push(secret('stores', storesSecret(made)));
  if (extras.broker) secrets.push(secret('rabbitmq', rabbitmqSecret(made)));
  const authorities = extras.authorities === undefined ? [] : [configMap(extras.authorities)];
  return [namespace, ...authorities, ...secrets];
}

const metadata = (name: string) => ({ name: `caredrop-${name}`, namespace: 'caredrop' });

const secret = (name: string, stringData: Record<string, string>): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: metadata(name),
  type: 'Opaque',
  stringData,
});

const configMap = (authorities: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata('ca'),
  data: { 'ca.crt': authorities },
});
