import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { lintPlanted } from './support/lint-planted.ts';

const project = JSON.stringify({
  extends: path.join(root, 'tsconfig.base.json'),
  compilerOptions: { noEmit: true, composite: false, types: [] },
  include: ['src'],
});

const plant = (rule: string, line: string): string[] | undefined =>
  lintPlanted(rule, {
    'apps/token/package.json': JSON.stringify({ type: 'module' }),
    'apps/token/tsconfig.json': project,
    'apps/token/src/row.ts': 'export interface Row { id: string }',
    'apps/token/src/planted.ts': line,
  })['apps/token/src/planted.ts'];

describe('the type check of `npm run lint`', () => {
  it('a value of a wrong type is reported', () => {
    expect(plant('typescript(TS2322)', "export const sent: number = 'yes';")).toHaveLength(1);
  });

  it('a promise that is not awaited is reported', () => {
    expect(plant('typescript(no-floating-promises)', 'Promise.resolve(1);')).toHaveLength(1);
  });

  it('an interface that is imported as a value is reported', () => {
    const line = "import { Row } from './row.js';\nexport const id = ({ id }: Row): string => id;";
    expect(plant('typescript(TS1484)', line)).toHaveLength(1);
  });

  it('settings that are read outside config.ts are reported', () => {
    const line =
      'declare const process: { env: Record<string, string> };\nexport const port = process.env.PORT;';
    expect(plant('eslint(no-restricted-properties)', line)).toHaveLength(1);
  });

  it('the check is part of a full test run', () => {
    const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
    const { targets } = JSON.parse(read('tools/project.json')) as {
      targets: Record<string, { command: string }>;
    };
    expect(targets.lint?.command).toBe('oxlint');
    expect(read('tools/test/main.ts')).toMatch(/'lint'/);
  });
});
