import { preset } from '../jest.preset.mjs';

export default {
  ...preset({ name: 'tools' }),
  testMatch: ['<rootDir>/{checks,bench,dev,test}/**/*.spec.ts'],
};
