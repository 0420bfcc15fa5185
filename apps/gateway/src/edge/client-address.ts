import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Is this an address or a CIDR, as TRUSTED_PROXIES lists them? */
export function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** Answers whether an address belongs to one of `ranges`. */
export function trusted(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map(toRange);
  if (parsed.length === 0) return () => false;
  return (text) => {
    const address = toAddress(text);
    return address !== null && parsed.some((range) => contains(range, address));
  };
}

/**
 * The address a request came from: the rightmost hop that no trusted proxy vouches for (design §2). What a
 * client writes into X-Forwarded-For itself stands further left and is never reached.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  let current = peer;
  while (isTrusted(current)) {
    const next = hops.pop();
    if (next === undefined || toAddress(next) === null) break;
    current = next;
  }
  return isIPv4(current) ? current : (toAddress(current)?.toString() ?? current);
}

/** What shares one limit: an IPv4 address, or the /64 of an IPv6 address, all of which one household commands. */
export function addressBucket(text: string): string {
  if (isIPv4(text)) return text;
  const address = toAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return text;
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

function toAddress(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function toRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
