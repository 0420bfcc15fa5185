import path from 'node:path';
import { preset } from '../../jest.preset.mjs';

const stacks = (process.env.CAREDROP_HOME ?? '').split(path.delimiter).length;

export default {
  ...preset({ name: 'system' }),
  testMatch: ['<rootDir>/system/**/*.spec.ts'],
  // One file at a time for each stack: some files stop parts of it.
  maxWorkers: stacks,
  setupFiles: ['<rootDir>/support/one-stack.mjs'],
  testSequencer: '<rootDir>/support/by-name.mjs',
};
