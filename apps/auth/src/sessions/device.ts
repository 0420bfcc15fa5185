import Bowser from 'bowser';

export const UNKNOWN_DEVICE = 'Unknown device';

/**
 * The only names that are accepted: for others, the library returns part of the header, which the client controls.
 */
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

/**
 * Browser and system in words, for example `Chrome on Windows`. Coarse on purpose: a browser's weekly update
 * is not a new device, and less personal data is stored.
 */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent?.trim()) return UNKNOWN_DEVICE;
  const parser = Bowser.getParser(userAgent);
  const browser = known(browsers, parser.getBrowserName());
  const system = known(systems, parser.getOSName());
  if (browser && system) return `${browser.replace(` for ${system}`, '')} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}

const known = (names: Set<string>, name: string | undefined): string | undefined =>
  name !== undefined && names.has(name) ? name : undefined;
