// @ts-check
import { BROKER_ADMINISTRATOR, brokerUrlFor, serviceKeysOf } from '../stack/broker-users.mjs';
import { auditRoles, databaseOwners, serviceNames } from '../stack/service-names.mjs';
import { brokerDefinitions } from './broker-definitions.mjs';

/** @import { Secrets } from '../stack/secrets.ts' */
/** @import { DatabaseOwner, ServiceName } from '../stack/service-names.ts' */

/** @typedef {Record<string, string>} Values */

/**
 * Addresses of an installation's shared services. The URLs contain their passwords.
 * @typedef Places
 * @property {string} postgresHost Host and port of Postgres, which has a database `caredrop_<service>` for each service
 * except the gateway.
 * @property {boolean} postgresTls Whether Postgres must have a verified TLS certificate; only the demo's own store has none.
 * @property {string} amqpUrl The user and password in it are replaced by each service's own.
 * @property {string} smtpUrl
 */

/**
 * Addresses of the demo's own stores (k8s/components/stores), inside the namespace and without TLS.
 * @param {Secrets} made
 * @returns {Places}
 */
export const demoPlaces = (made) => ({
  postgresHost: 'postgres:5432',
  postgresTls: false,
  amqpUrl: `amqp://${BROKER_ADMINISTRATOR}:${made.rabbitmqPassword}@rabbitmq:5672`,
  smtpUrl: 'smtp://mailpit:1025',
});

const RABBITMQ_HOST = 'rabbitmq.caredrop.svc';

/**
 * The broker of k8s/components/rabbitmq-cluster.
 * @param {Secrets} made
 */
export const clusterAmqpUrl = (made) =>
  `amqps://${BROKER_ADMINISTRATOR}:${made.rabbitmqPassword}@${RABBITMQ_HOST}:5671`;

/**
 * The Secret `caredrop-rabbitmq`: the administrator of the broker, in the form that its cluster operator reads.
 * @param {Secrets} made
 * @returns {Values}
 */
export function rabbitmqSecret(made) {
  const [username, password] = [BROKER_ADMINISTRATOR, made.rabbitmqPassword];
  return {
    username,
    password,
    'default_user.conf': `default_user = ${username}\ndefault_pass = ${password}\n`,
    host: RABBITMQ_HOST,
    port: '5671',
    type: 'rabbitmq',
    provider: 'rabbitmq',
  };
}

/**
 * Key rings by service: names of the settings and their values in the secrets.
 * @type {Record<ServiceName, (secrets: Secrets) => Record<string, unknown>>}
 */
const ringsOf = {
  gateway: () => ({}),
  auth: (made) => ({ SESSION_KEYS: made.sessionKeys, SECOND_FACTOR_KEYS: made.secondFactorKeys }),
  token: (made) => ({ LINK_KEYS: made.linkKeys }),
  document: (made) => ({ KEK_KEYS: made.kekKeys, FILE_URL_KEYS: made.fileUrlKeys }),
  notification: () => ({}),
  audit: (made) => ({ AUDIT_SIGNING_KEY: made.auditKey, AUDIT_EXPORT_KEY: made.auditExportKey }),
};

/**
 * The secrets that docker-compose.yml reads from `.env`.
 * @param {Secrets} made
 * @returns {Values}
 */
export function composeSecrets(made) {
  /** @type {Values} */
  const values = {
    POSTGRES_PASSWORD: made.postgresPassword,
    RABBITMQ_PASSWORD: made.rabbitmqPassword,
    S3_ACCESS_KEY_ID: `caredrop-${made.demo}`,
    S3_SECRET_ACCESS_KEY: made.objectStorePassword,
  };
  for (const role of [...databaseOwners, ...auditRoles])
    values[`${role.toUpperCase()}_DATABASE_PASSWORD`] = made.rolePasswords[role];
  for (const service of serviceNames) {
    const { INTERNAL_PRIVATE_KEY = '', SERVICE_KEYS = '', ...rings } = madeUp(service, made);
    values.SERVICE_KEYS = SERVICE_KEYS;
    values[`${service.toUpperCase()}_PRIVATE_KEY`] = INTERNAL_PRIVATE_KEY;
    values[`${service.toUpperCase()}_RABBITMQ_PASSWORD`] = made.brokerPasswords[service];
    Object.assign(values, rings);
  }
  return values;
}

/**
 * The Secret `caredrop-stores` of the demo stores in k8s/components/stores.
 * @param {Secrets} made
 * @returns {Values}
 */
export function storesSecret(made) {
  const all = composeSecrets(made);
  const names = Object.keys(all).filter((name) => /(?<!_RABBITMQ_)PASSWORD$|^S3_/.test(name));
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
}

/**
 * The Secret `caredrop-broker`: the definitions that RabbitMQ imports at start, with hashed passwords.
 * @param {Secrets} made
 * @returns {Values}
 */
export const brokerSecret = (made) => ({ 'definitions.json': JSON.stringify(brokerDefinitions(made)) });

/**
 * The Secret `caredrop-<service>` of Kubernetes: each entry is one variable of the service's environment.
 * @param {ServiceName} service
 * @param {Secrets} made
 * @param {Places} places
 * @returns {Values}
 */
export function kubernetesSecret(service, made, places) {
  return {
    ...madeUp(service, made),
    AMQP_URL: brokerUrlFor(service, places.amqpUrl, made.brokerPasswords),
    ...own[service](made, places),
  };
}

/** @type {Record<ServiceName, (made: Secrets, places: Places) => Values>} */
const own = {
  gateway: () => ({}),
  auth: (made, places) => databaseOf('auth', made, places),
  token: (made, places) => databaseOf('token', made, places),
  document: (made, places) => ({
    ...databaseOf('document', made, places),
    S3_ACCESS_KEY_ID: `caredrop-${made.demo}`,
    S3_SECRET_ACCESS_KEY: made.objectStorePassword,
  }),
  notification: (made, places) => ({
    ...databaseOf('notification', made, places),
    SMTP_URL: places.smtpUrl,
    TWILIO_ACCOUNT_SID: '',
    TWILIO_AUTH_TOKEN: '',
  }),
  audit: (made, places) => ({
    DATABASE_URL: databaseUrl('audit', 'audit_writer', made, places),
    SIGNER_DATABASE_URL: databaseUrl('audit', 'audit_signer', made, places),
    OWNER_DATABASE_URL: databaseUrl('audit', 'audit', made, places),
    RETENTION_DATABASE_URL: databaseUrl('audit', 'audit_retention', made, places),
  }),
};

/**
 * @param {DatabaseOwner} owner
 * @param {Secrets} made
 * @param {Places} places
 */
const databaseOf = (owner, made, places) => ({ DATABASE_URL: databaseUrl(owner, owner, made, places) });

/**
 * @param {DatabaseOwner} owner
 * @param {keyof Secrets['rolePasswords']} role
 * @param {Secrets} made
 * @param {Places} places
 */
function databaseUrl(owner, role, made, places) {
  const user = `caredrop_${role}:${made.rolePasswords[role]}`;
  const options = places.postgresTls ? '?sslmode=verify-full' : '';
  return `postgres://${user}@${places.postgresHost}/caredrop_${owner}${options}`;
}

/**
 * @param {ServiceName} service
 * @param {Secrets} made
 * @returns {Values}
 */
function madeUp(service, made) {
  const rings = Object.entries(ringsOf[service](made)).map(([name, ring]) => [name, JSON.stringify(ring)]);
  return {
    INTERNAL_PRIVATE_KEY: JSON.stringify(made.identities[service].privateKey),
    SERVICE_KEYS: JSON.stringify(serviceKeysOf(made.identities)),
    .../** @type {Values} */ (Object.fromEntries(rings)),
  };
}
