import { InternalIdentity } from '@caredrop/service-kit';
import { newIdentities, publicKeysOf } from '@caredrop/testing';

/** Keys of the service under test and of the services that call it in tests. */
export const keys = newIdentities('notification', 'gateway', 'token', 'document');

export const publicKeys = publicKeysOf(keys);

/** The Authorization header of a call by `caller`, by default to the notification service. */
export async function bearer(caller: keyof typeof keys, audience = 'notification'): Promise<string> {
  const identity = new InternalIdentity(caller, keys[caller].privateKey, {});
  return `Bearer ${await identity.tokenFor(audience, null)}`;
}
