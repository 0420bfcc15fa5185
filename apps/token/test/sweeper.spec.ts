import { eventually } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { ExpireTokens } from '../src/jobs/expire-tokens.js';
import { SettleStaleClaims } from '../src/jobs/settle-stale-claims.js';
import { Sweeper } from '../src/jobs/sweeper.js';
import { TokenApp } from './support/token-app.js';

afterEach(() => jest.restoreAllMocks());

it('once the service is stopping, the sweeper ends after its current step', async () => {
  let finish = (): void => undefined;
  const step = new Promise<number>((resolve) => (finish = () => resolve(0)));
  const expire = jest.spyOn(ExpireTokens.prototype, 'execute').mockReturnValue(step);
  const settle = jest.spyOn(SettleStaleClaims.prototype, 'execute');
  const app = await TokenApp.start({ SWEEP_INTERVAL_MS: '1' });
  await eventually(() => expect(expire).toHaveBeenCalledTimes(1));
  const stopped = app.get(Sweeper).beforeApplicationShutdown();
  finish();
  await stopped;
  expect(settle).not.toHaveBeenCalled();
  await app.stop();
});
