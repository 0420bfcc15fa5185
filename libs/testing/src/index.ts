export {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from './database/create-test-database.js';
export { backing, type Backing } from './environment.js';
export { eventually } from './eventually.js';
export { people, type Person } from './people.js';
export { expectNoDrift, migrationScript, type DriftOptions } from './database/expect-no-drift.js';
