import { preset } from '../../jest.preset.mjs';

export default {
  ...preset({ name: 'system' }),
  testMatch: ['<rootDir>/system/**/*.spec.ts'],
  // One stack for all files, so they run one at a time: some of them stop parts of it.
  maxWorkers: 1,
  testSequencer: '<rootDir>/support/by-name.mjs',
};
