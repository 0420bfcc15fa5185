import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SHELLS = ['/usr/bin/chromium-headless-shell'];
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const HOW_TO_GET_CHROMIUM =
  'Chromium is needed for the browser tests and was not found. Install it (Debian: sudo apt-get install chromium; ' +
  'macOS: brew install --cask chromium), or set CHROMIUM to its program.';

/**
 * The browser for the journeys: Chromium's headless shell, which needs a quarter less processor time, or else
 * Chromium. Installed with apt-get if missing; throws if that is not possible.
 */
export const headlessChromium = (): string =>
  found(SHELLS) ?? installed('chromium-headless-shell', SHELLS) ?? chromium();

/** The browser that people use, for measurements. Installed if missing, like {@link headlessChromium}. */
export function chromium(): string {
  const browser = found(BROWSERS) ?? installed('chromium', BROWSERS);
  if (!browser) throw new Error(HOW_TO_GET_CHROMIUM);
  return browser;
}

const found = (files: string[]): string | undefined =>
  [process.env.CHROMIUM ?? '', ...files].find((file) => file !== '' && existsSync(file));

function installed(name: string, files: string[]): string | undefined {
  if (process.getuid?.() !== 0 || !exists('apt-get')) return undefined;
  process.stdout.write(`Installing ${name} with apt-get …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, stdio: 'inherit' });
  return found(files);
}

function exists(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}
