// Facts about this machine that affect test results, in addition to the files that Nx hashes: an input of the `test`
// target in nx.json. Some tests are skipped where clamd is missing, and the backing services run in containers or
// embedded.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
const clamd = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].filter((file) =>
  existsSync(file),
);
const docker = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0;

process.stdout.write(
  [process.version, process.platform, process.arch, timeZone, locale, docker, ...clamd].join(' '),
);
