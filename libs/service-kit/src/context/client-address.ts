import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Header in which the gateway passes the client's address (the rightmost untrusted hop). */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/**
 * The unit of address limits, and what the audit records: an IPv4 address, or the /64 of an IPv6 address, which one
 * household controls as a whole. Null for anything that is not an address.
 */
export function addressBucket(header: string | string[] | null | undefined): string | null {
  // The library also accepts short forms such as 1.2.3.
  if (typeof header !== 'string' || isIP(header) === 0) return null;
  const address = ipaddr.process(header);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
