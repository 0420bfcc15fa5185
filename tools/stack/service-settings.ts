import path from 'node:path';
import { brokerUrlFor, serviceKeysOf } from './broker-users.mjs';
import type { BackingServices } from './backing-services.ts';
import { auditUrl, roleName } from './databases.ts';
import type { RingName } from './key-files.ts';
import { root } from './paths.ts';
import type { Secrets } from './secrets.ts';
import { serviceNames, type DatabaseOwner, type ProcessName, type ServiceName } from './service-names.ts';

export interface StackFacts {
  secrets: Secrets;
  backing: BackingServices;
  databases: Record<DatabaseOwner, string>;
  ports: Record<ProcessName, number>;
  /** The public address. */
  publicUrl: string;
  /** Paths of each service's key rings. */
  rings: Record<RingName, string>;
}

type Settings = Record<string, string>;

const compileCache = path.join(root, 'node_modules/.cache/compiled');

/**
 * The complete environment of a service. Of our own variables, it gets only those that this file names, and those of
 * an object store or text provider that they select.
 */
export function settingsOf(service: ServiceName, facts: StackFacts): Settings {
  return { ...inherited(), ...common(service, facts), ...own[service](facts) };
}

/** Variables that every service inherits from our environment, if they are set. */
function inherited(): Settings {
  const names = [
    'PATH',
    'HOME',
    'TZ',
    'LANG',
    'NODE_EXTRA_CA_CERTS',
    'LOG_LEVEL',
    'PASSWORD_MIN_LENGTH',
    'REFUSE_COMMON_PASSWORDS',
    'BREACHED_PASSWORDS_FILE',
  ];
  const proofs = ['FRESH_PROOF_SCOPE', 'FRESH_PROOF_SECONDS'];
  const traces = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];
  const settings: Settings = {};
  for (const name of [...names, ...proofs, ...traces])
    if (process.env[name]) settings[name] = process.env[name];
  return settings;
}

function common(service: ServiceName, { secrets, backing, ports, publicUrl }: StackFacts): Settings {
  const urls = serviceNames.map((name) => [
    `${name.toUpperCase()}_URL`,
    `http://127.0.0.1:${String(ports[name])}`,
  ]);
  return {
    NODE_ENV: 'development',
    // The practice named on the demo's documents.
    CLINIC_NAME: process.env.CLINIC_NAME || 'Lindenfield Medical Centre',
    // Compiled code cached between starts: saves a small part of a service's start-up time.
    NODE_COMPILE_CACHE: compileCache,
    HOST: '127.0.0.1',
    PORT: String(ports[service]),
    PUBLIC_URL: publicUrl,
    ...brokerOf(service, backing, secrets),
    INTERNAL_PRIVATE_KEY: JSON.stringify(secrets.identities[service].privateKey),
    SERVICE_KEYS: JSON.stringify(serviceKeysOf(secrets.identities)),
    MIGRATE: 'start',
    ...(Object.fromEntries(urls) as Settings),
  };
}

/** With an external broker, all services share its one user and declare exchanges and queues themselves. */
function brokerOf(service: ServiceName, { amqpUrl, broker }: BackingServices, secrets: Secrets): Settings {
  if (!broker.ours) return { AMQP_URL: amqpUrl, EVENTS_TOPOLOGY: 'declare' };
  return { AMQP_URL: brokerUrlFor(service, amqpUrl, secrets.brokerPasswords), EVENTS_TOPOLOGY: 'check' };
}

/** A number reserved for fiction. */
const DEMO_PHONE = '020 7946 0123';

/** The demo shows every language, reviewed or not. */
const languages = (): Settings => ({
  LANGUAGES: process.env.LANGUAGES || 'all',
  CLINIC_TEXTS: process.env.CLINIC_TEXTS ?? '',
});

const own: Record<ServiceName, (facts: StackFacts) => Settings> = {
  gateway: ({ publicUrl }) => ({
    HOST: process.env.HOST || '127.0.0.1',
    WEB_ROOT: process.env.WEB_ROOT || path.join(root, 'apps/web/dist'),
    ALLOWED_ORIGINS: [publicUrl.replace('127.0.0.1', 'localhost'), process.env.ALLOWED_ORIGINS]
      .filter(Boolean)
      .join(','),
    TRUSTED_PROXIES: process.env.TRUSTED_PROXIES ?? '',
    SIGNUP_URL: process.env.SIGNUP_URL ?? '',
    CLINIC_CONTACT_PHONE: process.env.CLINIC_CONTACT_PHONE ?? DEMO_PHONE,
    CLINIC_CONTACT_EMAIL: process.env.CLINIC_CONTACT_EMAIL ?? 'reception@lindenfield.example',
    CLINIC_HOURS: process.env.CLINIC_HOURS ?? 'Monday to Friday, 8:00 to 18:30',
    ...languages(),
    RATE_LIMITS: process.env.RATE_LIMITS ?? '',
  }),
  auth: ({ databases, secrets, rings }) => ({
    DATABASE_URL: databases.auth,
    SESSION_KEYS: JSON.stringify(secrets.sessionKeys),
    SECOND_FACTOR_KEYS: rings.SECOND_FACTOR_KEYS,
    REQUIRE_SECOND_FACTOR: process.env.REQUIRE_SECOND_FACTOR ?? '',
    SESSION_IDLE_SECONDS: process.env.SESSION_IDLE_SECONDS ?? '',
    SESSION_ABSOLUTE_SECONDS: process.env.SESSION_ABSOLUTE_SECONDS ?? '',
    SESSION_WARNING_SECONDS: process.env.SESSION_WARNING_SECONDS ?? '',
  }),
  token: ({ databases, rings }) => ({
    DATABASE_URL: databases.token,
    LINK_KEYS: rings.LINK_KEYS,
    AUTO_RENEW: process.env.AUTO_RENEW ?? '',
    THANKS: process.env.THANKS ?? '',
    CLINIC_CONTACT_PHONE: process.env.CLINIC_CONTACT_PHONE ?? DEMO_PHONE,
    ...languages(),
    PATIENT_CHECK: process.env.PATIENT_CHECK ?? '',
  }),
  document: ({ databases, rings, backing }) => ({
    DATABASE_URL: databases.document,
    KEK_KEYS: rings.KEK_KEYS,
    FILE_URL_KEYS: rings.FILE_URL_KEYS,
    SCANNER_URL: process.env.SCANNER_URL ?? '',
    ...backing.store,
  }),
  notification: ({ databases, backing, publicUrl }) => ({
    DATABASE_URL: databases.notification,
    SMTP_URL: backing.smtpUrl,
    MAIL_FROM: process.env.MAIL_FROM ?? 'Caredrop <no-reply@caredrop.example>',
    TWILIO_STATUS_CALLBACK_URL: `${publicUrl}/api/twilio/status`,
    ...backing.twilio,
  }),
  audit: ({ backing, secrets }) => ({
    DATABASE_URL: auditUrl(backing.postgresUrl, 'audit_writer', secrets),
    AUDIT_EXPORT_KEY: JSON.stringify(secrets.auditExportKey),
  }),
};

/** The whole environment of the process that signs the audit's checkpoints. */
export const signerSettingsOf = (facts: StackFacts): Settings => ({
  ...inherited(),
  NODE_COMPILE_CACHE: compileCache,
  HOST: '127.0.0.1',
  PORT: String(facts.ports['audit-signer']),
  SIGNER_DATABASE_URL: auditUrl(facts.backing.postgresUrl, 'audit_signer', facts.secrets),
  AUDIT_SIGNING_KEY: JSON.stringify(facts.secrets.auditKey),
});

/** Settings of the audit's `migrate`. No long-running process has the database owner's role. */
export const auditMigrationSettings = ({ databases, backing, secrets }: StackFacts): Settings => ({
  ...inherited(),
  DATABASE_URL: auditUrl(backing.postgresUrl, 'audit_writer', secrets),
  OWNER_DATABASE_URL: databases.audit,
  SIGNER_ROLE: roleName('audit_signer'),
  RETENTION_ROLE: roleName('audit_retention'),
});
