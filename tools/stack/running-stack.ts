import { existsSync, readFileSync } from 'node:fs';
import { auditUrl, databaseUrl, roleName } from './databases.ts';
import { homeFromEnvironment } from './paths.ts';
import { savedSecrets } from './secrets.ts';
import type { DatabaseOwner, ProcessName } from './service-names.ts';

export interface RunningStack {
  url: string;
  amqpUrl: string;
  database(owner: DatabaseOwner): string;
  /** Settings of the audit's commands. */
  audit: Record<string, string>;
  /** The complete environment of a process. */
  environment(process: ProcessName): Record<string, string>;
}

/** The stack that `npm start` runs in this home. Throws if there is none. */
export function runningStack(): RunningStack {
  const home = homeFromEnvironment();
  if (!existsSync(home.run)) {
    throw new Error(
      `No stack is running in ${home.folder}: start one with npm start, or set the addresses of your own services in the environment`,
    );
  }
  const { url, ports } = JSON.parse(readFileSync(home.run, 'utf8')) as {
    url: string;
    ports: Record<string, number>;
  };
  const secrets = savedSecrets(home);
  const server = process.env.POSTGRES_URL ?? `postgresql://127.0.0.1:${String(ports.postgres)}`;
  const broker = `amqp://caredrop:${secrets.rabbitmqPassword}@127.0.0.1:${String(ports.rabbitmq)}`;
  return {
    url,
    amqpUrl: process.env.AMQP_URL ?? broker,
    database: (owner) => databaseUrl(server, owner, secrets),
    environment: (name) => {
      const all = JSON.parse(readFileSync(home.environments, 'utf8')) as Record<
        string,
        Record<string, string>
      >;
      return all[name] ?? {};
    },
    audit: {
      DATABASE_URL: auditUrl(server, 'audit_writer', secrets),
      OWNER_DATABASE_URL: databaseUrl(server, 'audit', secrets),
      SIGNER_DATABASE_URL: auditUrl(server, 'audit_signer', secrets),
      RETENTION_DATABASE_URL: auditUrl(server, 'audit_retention', secrets),
      SIGNER_ROLE: roleName('audit_signer'),
      RETENTION_ROLE: roleName('audit_retention'),
      AUDIT_SIGNING_KEY: JSON.stringify(secrets.auditKey),
      AUDIT_EXPORT_KEY: JSON.stringify(secrets.auditExportKey),
    },
  };
}
