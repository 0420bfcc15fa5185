import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Whether this is an address or a CIDR, as listed in TRUSTED_PROXIES. */
export function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** Decides whether a hop is trusted to name the one before it. The connection itself is hop 0, the one before it 1. */
export type ProxyTrust = (address: string, hop: number) => boolean;

/** Trusts proxies by their addresses. */
export function trusted(ranges: readonly string[]): ProxyTrust {
  const parsed = ranges.map(toRange);
  if (parsed.length === 0) return () => false;
  return (text) => {
    const address = toAddress(text);
    return address !== null && parsed.some((range) => contains(range, address));
  };
}

/**
 * Trusts the last `count` hops whatever their addresses, because addresses change in a cluster. Safe only if nothing
 * but the proxies can connect.
 */
export const trustedHops =
  (count: number): ProxyTrust =>
  (_address, hop) =>
    hop < count;

/**
 * The address a request came from: the rightmost hop that is not a trusted proxy. Anything that a client
 * writes into X-Forwarded-For is further left and is never reached.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: ProxyTrust): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  let current = peer;
  for (let hop = 0; isTrusted(current, hop); hop += 1) {
    const next = hops.pop();
    if (next === undefined || toAddress(next) === null) break;
    current = next;
  }
  return isIPv4(current) ? current : (toAddress(current)?.toString() ?? current);
}

function toAddress(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/** The widest range that can plausibly contain only load balancers: 256 IPv4 addresses, or one IPv6 /64 network. */
const WIDEST = { ipv4: 24, ipv6: 64 };

/**
 * Whether this range is so wide that clients may be inside it, and could then choose the address they are
 * counted under.
 */
export function isTooWide(range: string): boolean {
  const [network, bits] = toRange(range);
  return bits < WIDEST[network.kind()];
}

function toRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
