import './jest-global-setup.js';

/** Ends what the set-up started; what `npm test` started is left alone. */
export default async function tearDown(): Promise<void> {
  await globalThis.caredropTestServices?.stop();
}
