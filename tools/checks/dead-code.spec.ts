import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../stack/paths.ts';

interface Targets {
  targets: Record<string, { command: string }>;
}

const { targets } = JSON.parse(readFileSync(path.join(root, 'tools/project.json'), 'utf8')) as Targets;

/** A workspace with one app, which imports one file and one package. */
const app: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'scratch', private: true, workspaces: ['apps/*'] }),
  'apps/one/package.json': JSON.stringify({ name: 'one', dependencies: { zod: '*' } }),
  'apps/one/src/main.ts':
    "import { z } from 'zod';\nimport { used } from './used.js';\nz.string().parse(used);\n",
  'apps/one/src/used.ts': "export const used = '';\n",
};

/** Runs the check with the project's settings on the files, and returns its exit code and its lines. */
function check(files: Record<string, string>): { code: number | null; lines: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'caredrop-dead-code-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    cpSync(path.join(root, 'knip.jsonc'), path.join(folder, 'knip.jsonc'));
    const program = path.join(root, 'node_modules/knip/bin/knip.js');
    const { status, stdout } = spawnSync(process.execPath, [program, '--no-progress', '--no-config-hints'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const lines = stdout.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
    return { code: status, lines: lines.filter(Boolean) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the check for dead code', () => {
  it('the check passes when everything is used', () => {
    expect(check(app)).toEqual({ code: 0, lines: [] });
  });

  it.each([
    ['a file', { 'apps/one/src/left.ts': 'export const left = 1;\n' }, 'apps/one/src/left.ts'],
    [
      'an export',
      { 'apps/one/src/used.ts': "export const used = '';\nexport const left = 1;\n" },
      'left apps/one/src/used.ts:2:14',
    ],
    [
      'an exported type',
      { 'apps/one/src/used.ts': "export const used = '';\nexport type Left = string;\n" },
      'Left type apps/one/src/used.ts:2:13',
    ],
    [
      'a dependency',
      {
        'apps/one/package.json': JSON.stringify(
          { name: 'one', dependencies: { zod: '*', rxjs: '*' } },
          null,
          1,
        ),
      },
      'rxjs apps/one/package.json:5:4',
    ],
  ])('the check fails when %s is not used', (_what, planted, line) => {
    const { code, lines } = check({ ...app, ...planted });
    expect(code).toBe(1);
    expect(lines).toContain(line);
  });

  it('the check fails when an imported package is not listed', () => {
    const { code, lines } = check({ ...app, 'apps/one/package.json': JSON.stringify({ name: 'one' }) });
    expect(code).toBe(1);
    expect(lines).toContain('zod apps/one/src/main.ts:1:19');
  });

  it('the check allows an export that only a spec of the package imports', () => {
    const files = {
      'apps/one/src/used.ts': "export const used = '';\nexport const tested = 1;\n",
      'apps/one/src/used.spec.ts': "import { tested } from './used.js';\nexpect(tested).toBe(1);\n",
    };
    expect(check({ ...app, ...files }).code).toBe(0);
  });

  it('the check is part of a full test run', () => {
    expect(targets['dead-code']?.command).toMatch(/^knip /);
    expect(readFileSync(path.join(root, 'tools/test/main.ts'), 'utf8')).toMatch(/'dead-code'/);
  });
});
