import { isIP } from 'node:net';

/** Header in which the gateway passes the client's address (the rightmost untrusted hop). */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/**
 * The unit of address limits, and what the audit records: an IPv4 address, or the /64 of an IPv6 address, which one household controls as
 * a whole. Null for anything that is not an address.
 */
export function addressBucket(header: string | string[] | null | undefined): string | null {
  if (typeof header !== 'string') return null;
  const address = header.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 4) return address;
  return family === 6 ? `${first64(address)}::/64` : null;
}

function first64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
