import { ok, plainSentence, warning, fail, type Check, type CheckResult } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import { askClamd } from './ask-clamd.js';

const COMPONENT = 'Malware scanner';
const PAGE = 'docs/runbooks/clamav-down.md';
const DAY = 86_400_000;
const OLD_DAYS = 3;

/** Checks that clamd responds, and how old its signatures are. */
export const checkScanner = ({ SCANNER_URL }: Partial<Config>): Check[] => [
  { component: COMPONENT, page: PAGE, run: () => (SCANNER_URL ? check(SCANNER_URL) : [nothingScanned()]) },
];

const nothingScanned = (): CheckResult =>
  warning(
    COMPONENT,
    'nothing is scanned: SCANNER_URL is not set',
    `set it to the address of clamd before patients send documents: ${PAGE}`,
  );

async function check(url: string): Promise<CheckResult[]> {
  try {
    const pong = await askClamd(url, 'PING');
    if (pong !== 'PONG')
      return [
        fail(COMPONENT, 'the server at SCANNER_URL is not clamd', `set SCANNER_URL to clamd's port: ${PAGE}`),
      ];
    return [ok(COMPONENT, 'responds'), evaluateSignatures(await askClamd(url, 'VERSION'), Date.now())];
  } catch (error) {
    return [
      fail(
        COMPONENT,
        `${plainSentence(error)} (SCANNER_URL)`,
        `start the scanner; until then documents stay in "Being checked": ${PAGE}`,
      ),
    ];
  }
}

/** Evaluates `ClamAV 1.4.3/27460/Sat Nov 21 09:30:00 2026`: version, number and date of the signatures. */
export function evaluateSignatures(version: string, now: number): CheckResult {
  const component = 'Malware signatures';
  const date = version.split('/')[2];
  const made = date ? Date.parse(`${date} UTC`) : Number.NaN;
  if (Number.isNaN(made))
    return warning(component, 'their age is unknown', `run freshclam to fetch the official ones: ${PAGE}`);
  const days = Math.floor((now - made) / DAY);
  const message = `are ${String(Math.max(0, days))} days old`;
  return days > OLD_DAYS
    ? warning(component, message, `run freshclam to fetch new ones: ${PAGE}`)
    : ok(component, message);
}
