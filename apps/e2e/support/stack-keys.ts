import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stackHome } from './run.js';

export type ServiceName = 'gateway' | 'auth' | 'token' | 'document' | 'notification' | 'audit';

export interface Jwk {
  [field: string]: unknown;
  x?: string;
  kid?: string;
}

interface StackKeys {
  identities: Record<ServiceName, { privateKey: Jwk; publicKey: Jwk }>;
  sessionKeys: Jwk[];
}

/** The keys of the stack under test: for tests that attack it with more knowledge than any attacker has. */
export function readStackKeys(): StackKeys {
  const file = path.join(stackHome(), 'secrets.json');
  return JSON.parse(readFileSync(file, 'utf8')) as StackKeys;
}
