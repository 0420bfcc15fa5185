import { createRequire } from 'node:module';
import { preset } from '../../jest.preset.mjs';

const {
  displayName,
  runtime: _native,
  transform: _plain,
  maxWorkers,
  reporters,
  workerIdleMemoryLimit,
  testTimeout,
  ...base
} = preset({
  name: 'web',
});
const { resolve } = createRequire(import.meta.url);

/**
 * The repository's Jest set-up with JSX, a browser-like environment, and stubs for styles and assets. It uses Jest's
 * own module loader, which gives each spec file a new environment.
 */
const web = {
  ...base,
  testEnvironment: '<rootDir>/test/browser-environment.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/empty-module.mjs',
    '\\.(svg|png|webp|mp4|vtt)(\\?\\w+)?$': '<rootDir>/test/asset-module.mjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

/** Replaces React with Preact, like the build of vite.patient.config.ts; both module formats share one copy. */
const onPreact = {
  '^react$': resolve('preact/compat'),
  '^react-dom$': resolve('preact/compat'),
  '^react-dom/client$': resolve('preact/compat/client'),
  '^react-dom/test-utils$': resolve('preact/test-utils'),
  '^react/jsx-runtime$': resolve('preact/jsx-runtime'),
  '^preact$': resolve('preact'),
  '^preact/hooks$': resolve('preact/hooks'),
  '^preact/compat$': resolve('preact/compat'),
};

const patient = '<rootDir>/src/patient/';

export default {
  ...{ maxWorkers, reporters, workerIdleMemoryLimit, testTimeout },
  projects: [
    {
      ...web,
      displayName,
      testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}', '<rootDir>/test/**/*.spec.{ts,tsx}'],
      testPathIgnorePatterns: ['/node_modules/', patient],
      setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
    },
    {
      ...web,
      displayName: `${displayName} patient`,
      testMatch: [`${patient}**/*.spec.{ts,tsx}`],
      setupFilesAfterEnv: ['<rootDir>/test/patient-setup.ts'],
      moduleNameMapper: { ...onPreact, ...web.moduleNameMapper },
    },
  ],
};
