import { addressBucket, requestContext } from '@caredrop/service-kit';
import { deviceOf } from './device.js';

/** What a session stores about the client that opened it. */
export interface Client {
  /** Browser and system in words, deliberately coarse. */
  device: string;
  /** An IPv4 address, or the /64 network of an IPv6 address; null when the gateway sent none. */
  address: string | null;
}

/** Reads the client from the request's context; otherwise each step of a sign-in would have to pass it on. */
export function currentClient(): Client {
  const context = requestContext.current();
  return {
    device: deviceOf(context?.userAgent),
    address: addressBucket(context?.clientAddress),
  };
}
