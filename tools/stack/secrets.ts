import { type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { replaceFile } from '@caredrop/service-kit/replace-file';
import { keyFile, ringFields, ringNames, withKeyFiles, writeRing } from './key-files.ts';
import type { Home } from './paths.ts';
import { makeSecrets } from './make-secrets.mjs';
import { type AuditRole, type DatabaseOwner, type ServiceName } from './service-names.ts';

export { makeSecrets };

export interface KeyRing {
  current: string;
  keys: Record<string, string>;
}

/** The secrets of a stack, generated once and kept in its home. */
export interface Secrets {
  postgresPassword: string;
  rabbitmqPassword: string;
  /** Passwords of each service's own broker user. */
  brokerPasswords: Record<ServiceName, string>;
  objectStorePassword: string;
  rolePasswords: Record<DatabaseOwner | AuditRole, string>;
  /** Each service's Ed25519 key pair, which proves its identity to the others. */
  identities: Record<ServiceName, { privateKey: JsonWebKey; publicKey: JsonWebKey }>;
  sessionKeys: JsonWebKey[];
  linkKeys: KeyRing;
  kekKeys: KeyRing;
  fileUrlKeys: KeyRing;
  secondFactorKeys: KeyRing;
  /** Ed25519: signs the audit's checkpoints and what replaces pruned entries. */
  auditKey: JsonWebKey;
  /** Ed25519: signs the audit's exports. */
  auditExportKey: JsonWebKey;
  twilio: { accountSid: string; authToken: string };
  /** Suffix of the demo's passwords. */
  demo: string;
}

/** Reads the home's secrets, or generates them. Throws if the home has data but no secrets. */
export function loadSecrets(home: Home): Secrets {
  return withKeyFiles(home, savedSecrets(home));
}

/** Like {@link loadSecrets}, but does not read the files of the key rings: the rings may be outdated. */
export function savedSecrets(home: Home): Secrets {
  if (existsSync(home.secrets))
    return completed(home, JSON.parse(readFileSync(home.secrets, 'utf8')) as Partial<Secrets>);
  if (existsSync(home.postgres)) {
    throw new Error(
      `${home.secrets} is missing, and the data in ${home.folder} cannot be read without it: restore the file or remove the folder`,
    );
  }
  return keep(home, makeSecrets());
}

/** A home created by an earlier version lacks newer secrets: those are generated, existing ones stay. */
function completed(home: Home, kept: Partial<Secrets>): Secrets {
  const made = makeSecrets();
  const secrets = {
    ...made,
    ...kept,
    rolePasswords: { ...made.rolePasswords, ...kept.rolePasswords },
    identities: { ...made.identities, ...kept.identities },
  };
  if (JSON.stringify(secrets).length === JSON.stringify(kept).length) return secrets;
  for (const name of ringNames)
    if (!kept[ringFields[name]]) writeRing(keyFile(home, name), secrets[ringFields[name]]);
  return keep(home, secrets);
}

/** Saves them for the next start. */
export function keep(home: Home, secrets: Secrets): Secrets {
  mkdirSync(home.folder, { recursive: true });
  replaceFile(home.secrets, JSON.stringify(secrets, null, 2));
  return secrets;
}
