import { folderTests } from '../../test/package-tests.ts';
import type { Count } from '../../test/steps.ts';

const REFUSED = 'needs a mail server that refuses an address, and Mailpit accepts all';

/** Tests of `apps/e2e/system` that need something compose does not have, with the reason. */
const skipped = {
  files: [
    ['backup.spec.ts', 'starts and restores its own stacks from the checkout'],
    ['traces.spec.ts', 'starts its own stack from the checkout, with a trace receiver'],
  ],
  tests: [
    ['listens on 127.0.0.1 only', 'checks the processes of npm start'],
    ['an upload without a malware scanner', 'needs an installation without ClamAV'],
    ['an address that the mail server refuses', REFUSED],
    ['no text message, phone number or email address of an ended link', REFUSED],
  ],
} as const;

/** Runs the whole-system tests against the containers; only the named files, if any. */
export function wholeSystemTests(home: string, only: string[]): Promise<Count> {
  for (const [name, why] of [...skipped.files, ...skipped.tests])
    process.stdout.write(`  skipped: ${name}: it ${why}\n`);
  const files = skipped.files.map(([name]) => name.replace('.', '\\.')).join('|');
  const tests = skipped.tests.map(([name]) => name).join('|');
  return folderTests('system-in-containers', 'apps/e2e', { CAREDROP_HOME: home }, [
    '--testPathIgnorePatterns',
    files,
    '--testNamePattern',
    `^(?!.*(?:${tests}))`,
    ...(only.length > 0 ? ['--testPathPatterns', only.join('|')] : []),
  ]);
}
