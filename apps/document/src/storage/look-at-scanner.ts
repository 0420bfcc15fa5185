import { ok, plainSentence, warning, wrong, type Check, type Finding } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import { askClamd } from './ask-clamd.js';

const ABOUT = 'Malware scanner';
const PAGE = 'docs/runbooks/clamav-down.md';
const DAY = 86_400_000;
const OLD_DAYS = 3;

/** Checks that clamd responds, and how old its signatures are. */
export const lookAtScanner = ({ SCANNER_URL }: Partial<Config>): Check[] => [
  { about: ABOUT, page: PAGE, look: () => (SCANNER_URL ? look(SCANNER_URL) : [nothingScanned()]) },
];

const nothingScanned = (): Finding =>
  warning(
    ABOUT,
    'nothing is scanned: SCANNER_URL is not set',
    `name a clamd before documents of patients come: ${PAGE}`,
  );

async function look(url: string): Promise<Finding[]> {
  try {
    const pong = await askClamd(url, 'PING');
    if (pong !== 'PONG')
      return [wrong(ABOUT, 'what answers at SCANNER_URL is no clamd', `name clamd's port: ${PAGE}`)];
    return [ok(ABOUT, 'answers'), judgeSignatures(await askClamd(url, 'VERSION'), Date.now())];
  } catch (error) {
    return [
      wrong(
        ABOUT,
        `${plainSentence(error)} (SCANNER_URL)`,
        `start it: documents wait as "Being checked" meanwhile: ${PAGE}`,
      ),
    ];
  }
}

/** `ClamAV 1.4.3/27460/Sat Nov 21 09:30:00 2026`: version, number and date of its signatures. */
export function judgeSignatures(version: string, now: number): Finding {
  const about = 'Malware signatures';
  const date = version.split('/')[2];
  const made = date ? Date.parse(`${date} UTC`) : Number.NaN;
  if (Number.isNaN(made))
    return warning(about, 'their age is not known', `let freshclam fetch the official ones: ${PAGE}`);
  const days = Math.floor((now - made) / DAY);
  const says = `are ${String(Math.max(0, days))} days old`;
  return days > OLD_DAYS ? warning(about, says, `let freshclam fetch new ones: ${PAGE}`) : ok(about, says);
}
