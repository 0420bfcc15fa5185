import { requestContext } from '@caredrop/service-kit';
import { addressBucket } from '../back-off/client-address.js';
import { deviceOf } from './device.js';

/** What makes the request in progress, as far as it is kept with a session. */
export interface Client {
  /** Coarse: browser and system in words. */
  device: string;
  /** An IPv4 address, or the /64 network of an IPv6 address; null when the gateway named none. */
  address: string | null;
}

/** Read from the request's context: signing in is one act in several steps, each of which would have to pass it on. */
export function currentClient(): Client {
  const context = requestContext.current();
  return {
    device: deviceOf(context?.userAgent),
    address: addressBucket(context?.clientAddress ?? undefined),
  };
}
