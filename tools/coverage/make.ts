import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { allTests, coverageMap } from './coverage-map.ts';

/** `npm run coverage-map`: writes docs/spec-coverage.md; fails when an item names a test that is gone. */
const { markdown, gone, notYet } = coverageMap(allTests());
writeFileSync(path.join(root, 'docs/spec-coverage.md'), markdown);
process.stdout.write(`docs/spec-coverage.md: ${String(notYet.length)} items without a test\n`);
for (const title of gone) process.stderr.write(`no test has the title that ${title}\n`);
process.exitCode = gone.length === 0 ? 0 : 1;
