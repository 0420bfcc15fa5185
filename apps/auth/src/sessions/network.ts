/**
 * The network of an address, without the part that changes daily or identifies one machine: `203.0.113.x`,
 * `2001:db8:1::/48`. `address` is an `addressBucket`.
 */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}::/48`;
  return address.replace(/\d+$/, 'x');
}
