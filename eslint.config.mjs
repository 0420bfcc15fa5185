import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { boundaries } from './tools/lint/boundaries.mjs';
import { folderCycles } from './tools/lint/folder-cycles.mjs';
import { noLiteralText } from './tools/lint/no-literal-text.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));

/**
 * ESLint runs once per package: type information comes from the package's sources and specs, or from the
 * tools at the root.
 */
const home = process.cwd() === root ? path.join(root, 'tools') : process.cwd();
const project = ['tsconfig.spec.json', 'tsconfig.json']
  .map((file) => path.join(home, file))
  .find((file) => existsSync(file));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'libs/*/types/**',
      '**/generated/**',
      '**/node_modules/**',
      '**/.caredrop*/**',
      '**/test-results/**',
      '**/artefacts/**',
      '**/public/**',
      '.nx/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx,mts,mjs,js}'],
    plugins: {
      caredrop: { rules: { boundaries, 'folder-cycles': folderCycles, 'no-literal-text': noLiteralText } },
    },
    rules: {
      'caredrop/boundaries': 'error',
      'caredrop/folder-cycles': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-empty': 'error',
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project, tsconfigRootDir: root },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Settings are read in one place per app, so that a missing one is found at start.
    files: ['apps/*/src/**/*.ts', 'libs/{contracts,messaging,service-kit}/src/**/*.ts'],
    ignores: ['**/config.ts', '**/load-config.ts', '**/*.spec.ts', 'apps/web/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings in config.ts only.' },
      ],
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.name=/^use(Layout)?Effect$/] > ArrowFunctionExpression[expression=true]:not([body.type="ArrowFunctionExpression"])',
          message:
            'React calls what an effect returns when it ends: give it a block. New browsers return a promise from scrollIntoView, for example.',
        },
      ],
    },
  },
  {
    files: [
      'apps/web/src/app/**/*.tsx',
      'apps/web/src/features/account/**/*.tsx',
      'apps/web/src/features/attention/**/*.tsx',
      'apps/web/src/features/admin-audit/**/*.tsx',
      'apps/web/src/features/documents/**/*.tsx',
      'apps/web/src/features/landing/**/*.tsx',
      'apps/web/src/features/saved-views/**/*.tsx',
      'apps/web/src/features/second-factor/**/*.tsx',
      'apps/web/src/features/session-warning/**/*.tsx',
      'apps/web/src/features/sign-in/**/*.tsx',
      'apps/web/src/features/statistics/**/*.tsx',
      'apps/web/src/features/tokens/**/*.tsx',
      'apps/web/src/features/users/**/*.tsx',
      'apps/web/src/patient/**/*.tsx',
      'apps/web/src/shared/**/*.tsx',
    ],
    ignores: ['**/*.spec.tsx'],
    rules: { 'caredrop/no-literal-text': 'error' },
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/test/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  { files: ['**/*.config.ts'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['tools/**', 'apps/*/src/cli.ts', 'apps/e2e/**', 'apps/web/**/*.mjs'],
    rules: { 'no-console': 'off' },
  },
);
