export interface OriginRules {
  /** Origin of PUBLIC_URL. */
  publicOrigin: string;
  allowed: readonly string[];
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * The origin for absolute URLs of documents: the one that the caller used if it is configured, or if both it and
 * PUBLIC_URL are loopback addresses (everything runs on one machine). Otherwise that of PUBLIC_URL, whatever the Host
 * header says.
 */
export function publicOrigin(
  protocol: 'http' | 'https',
  host: string | undefined,
  rules: OriginRules,
): string {
  const used = `${protocol}://${(host ?? '').toLowerCase()}`;
  if (used === rules.publicOrigin || rules.allowed.includes(used)) return used;
  const onOneMachine = loopback.test(new URL(rules.publicOrigin).host);
  return onOneMachine && loopback.test((host ?? '').toLowerCase()) ? used : rules.publicOrigin;
}
