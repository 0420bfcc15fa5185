import { preset } from '../../jest.preset.mjs';

const base = preset({ name: 'web' });

/** The workspace's Jest set-up with a browser-like environment, JSX and styles stubbed out. */
export default {
  ...base,
  testEnvironment: '<rootDir>/test/browser-environment.mjs',
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}', '<rootDir>/test/**/*.spec.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
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
