import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));

/**
 * The one Jest configuration of the workspace: native ESM on Node 24, swc for
 * TypeScript with decorator metadata.
 *
 * @param {object} options
 * @param {string} options.name project name shown in the output
 * @param {Array<'postgres' | 'rabbitmq' | 's3'>} [options.backing] real services the tests need;
 *   taken from the environment when `npm test` has started them, started here otherwise
 * @returns {import('jest').Config}
 */
export function preset({ name, backing = [] }) {
  return {
    displayName: name,
    testEnvironment: path.join(root, 'tools/test/native/environment.mjs'),
    runtime: path.join(root, 'tools/test/native/runtime.mjs'),
    testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
    transform: {},
    // Tests that start several programs take minutes on a busy machine. A test that waits for something that does not
    // happen fails earlier, by `eventually`.
    testTimeout: 180_000,
    reporters: ['default', path.join(root, 'tools/test/result-file.mjs')],
    workerIdleMemoryLimit: '500MB',
    maxWorkers: 2,
    ...(backing.length > 0 && {
      globals: { __BACKING__: backing },
      globalSetup: path.join(root, 'libs/testing/dist/jest-global-setup.js'),
      globalTeardown: path.join(root, 'libs/testing/dist/jest-global-teardown.js'),
    }),
  };
}
