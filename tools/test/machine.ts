import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const HOW_TO_GET_CHROMIUM =
  'Chromium is needed for the browser tests and was not found. Install it (Debian: sudo apt-get install chromium; ' +
  'macOS: brew install --cask chromium), or set CHROMIUM to its program.';

/** The browser for Playwright, installed with apt where that is possible. Throws a sentence where it is not. */
export function chromium(): string {
  const present = findChromium();
  if (present) return present;
  if (process.getuid?.() !== 0 || !exists('apt-get')) throw new Error(HOW_TO_GET_CHROMIUM);
  process.stdout.write('Installing Chromium with apt-get …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    env,
    stdio: 'inherit',
  });
  const installed = findChromium();
  if (!installed) throw new Error(HOW_TO_GET_CHROMIUM);
  return installed;
}

function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...BROWSERS].find((file) => file !== '' && existsSync(file));
}

function exists(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}
