import './jest-global-setup.js';

/** Stops what the set-up started; services started by `npm test` keep running. */
export default async function tearDown(): Promise<void> {
  await globalThis.caredropTestServices?.stop();
}
