import type { Config } from '@jest/types';
import { startTestServices, type BackingName, type TestServices } from './test-services.js';

/** Kept for the teardown, which Jest runs in the same process. */
declare global {
  var caredropTestServices: TestServices | undefined;
}

/** Ends the test run; Jest's workers end with this process. */
function endRun(sentence: string): void {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

/**
 * Starts the services listed under `backing` in the project's jest.config.mjs and passes them to the tests by
 * environment variables.
 */
export default async function setUp(_: unknown, project: Config.ProjectConfig): Promise<void> {
  const wanted = (project.globals.__BACKING__ ?? []) as BackingName[];
  const services = await startTestServices(wanted, endRun);
  Object.assign(process.env, services.env);
  globalThis.caredropTestServices = services;
}
