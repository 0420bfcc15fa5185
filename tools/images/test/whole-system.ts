import { folderTests } from '../../test/package-tests.ts';
import type { Count } from '../../test/steps.ts';

/** Tests of `apps/e2e/system` that look at something compose does not have; each with why. */
const skipped = {
  files: [
    ['backup.spec.ts', 'starts and restores whole stacks of its own from the checkout'],
    ['traces.spec.ts', 'starts a stack of its own from the checkout, with a receiver of traces'],
  ],
  tests: [['listens on 127.0.0.1 only', 'is about the processes of npm start']],
} as const;

/** The tests that `npm test` runs against its own stack, against the containers; of some files only, if named. */
export function wholeSystemTests(home: string, only: string[]): Promise<Count> {
  for (const [name, why] of [...skipped.files, ...skipped.tests])
    process.stdout.write(`  not run: ${name}: it ${why}\n`);
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
