import { InternalIdentity } from '@caredrop/service-kit';
import type { Jwk, KeyPair } from '@caredrop/testing';

export const identityOf = (
  name: string,
  key: Pick<KeyPair, 'privateKey'>,
  callers: Record<string, Jwk | Jwk[]> = {},
) => new InternalIdentity(name, key.privateKey, callers);
