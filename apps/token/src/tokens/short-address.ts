/** Shortens an address for people who only have to recognise it: `m…@example.org`. */
export function shortAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  return `${name.length > 1 ? name[0] : ''}…${address.slice(at)}`;
}
