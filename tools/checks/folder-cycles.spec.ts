import path from 'node:path';
import { Linter, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';
import config from '../../eslint.config.mjs';
import { folderCycles } from '../lint/folder-cycles.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Lints one planted line as if it were in `file`, together with the existing files. */
function plant(file: string, line: string): string[] {
  const linter = new Linter({ configType: 'flat', cwd: root });
  const only: Linter.Config = {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { caredrop: { rules: { 'folder-cycles': folderCycles as Rule.RuleModule } } },
    rules: { 'caredrop/folder-cycles': 'error' },
  };
  return linter.verify(line, [only], { filename: path.join(root, file) }).map(({ message }) => message);
}

describe('folders without cycles', () => {
  it.each([
    ['a value', "import { endAllSessions } from '../sessions/end-sessions.js';"],
    ['a type', "import type { Client } from '../sessions/client.js';"],
    ['a re-export', "export * from '../sessions/client.js';"],
    ['a lazy import', "await import('../sessions/client.js');"],
  ])('the rule refuses an import that closes a cycle: %s', (_what, line) => {
    expect(plant('apps/auth/src/users/planted.ts', line)).toEqual([
      'Folders import each other in a circle: users → sessions → users.',
    ]);
  });

  it('the rule refuses a cycle through other folders', () => {
    const line = "import { GiveProof } from '../proofs/give-proof.js';";
    expect(plant('apps/auth/src/hashing/planted.ts', line)).toEqual([
      'Folders import each other in a circle: hashing → proofs → second-factor → hashing.',
    ]);
  });

  it.each([
    ['in the direction that exists', 'apps/auth/src/sessions/planted.ts', '../users/user.js'],
    ['within a folder', 'apps/auth/src/users/planted.ts', './user.js'],
    ['of a file directly in src', 'apps/auth/src/users/planted.ts', '../config.js'],
    ['in a spec', 'apps/auth/src/users/planted.spec.ts', '../sessions/client.js'],
    ['in a test', 'apps/auth/test/planted.spec.ts', '../src/sessions/client.js'],
  ])('the rule allows an import %s', (_what, file, source) => {
    expect(plant(file, `import '${source}';`)).toEqual([]);
  });

  it('the rule applies to every source file', () => {
    const rules = (config as Linter.Config[]).filter(
      (part) => part.rules?.['caredrop/folder-cycles'] === 'error',
    );
    expect(rules).toHaveLength(1);
    expect(rules[0]?.files).toEqual(['**/*.{ts,tsx,mts,mjs,js}']);
  });
});
