import { AppError } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import { routeFor, type Method } from '../routing/routes.js';
import { RateLimits } from './rate-limits.js';

const shipped = () => new RateLimits({ RATE_LIMITS: {} } as Config);
const surgery = '203.0.113.7';

/** One call as the guard counts it: null when it is allowed, otherwise the seconds to wait. */
async function count(limits: RateLimits, [method, path]: readonly [Method, string], address = surgery) {
  try {
    await limits.count(routeFor(method, path).rate, address);
    return null;
  } catch (rejection) {
    if (!(rejection instanceof AppError) || rejection.status !== 429) throw rejection;
    return Number(rejection.headers['retry-after']);
  }
}

const often = <T>(times: number, item: T): T[] => Array<T>(times).fill(item);

/** A busy minute of a clinician, with the calls of the patients who open their links and send documents. */
const busyMinute: (readonly [Method, string])[] = [
  ...often(2, ['POST', '/auth/login'] as const), // mistyped once
  ['GET', '/auth/me'],
  ['GET', '/events'],
  ...often(8, ['GET', '/tokens'] as const),
  ...often(8, ['GET', '/documents'] as const),
  ...often(10, ['GET', '/documents/:id'] as const),
  ...often(40, ['GET', '/files/:capability'] as const), // Previews of a long list.
  ...often(5, ['POST', '/tokens'] as const),
  ...often(5, ['POST', '/tokens/:id/send-sms'] as const),
  ...often(2, ['PATCH', '/tokens/:id'] as const),
  ...often(10, ['GET', '/tokens/validate/:token'] as const),
  ...often(3, ['POST', '/upload/:token'] as const),
];

describe('the default rate limits', () => {
  it('the default limits let 200 people behind one address work through a busy minute', async () => {
    const limits = shipped();
    const waits = [];
    for (let person = 0; person < 200; person += 1)
      for (const call of busyMinute) waits.push(await count(limits, call));
    expect(waits.filter((wait) => wait !== null)).toEqual([]);
  });

  it.each([
    ['trying passwords', 600, ['POST', '/auth/login']],
    ['requesting password emails', 600, ['POST', '/auth/forgot-password']],
    ['uploading documents', 3_000, ['POST', '/upload/:token']],
    ['creating links', 6_000, ['POST', '/tokens']],
    ['opening links', 12_000, ['GET', '/tokens/validate/:token']],
  ] as const)(
    '%s more than %i times a minute from one address is refused for at most a minute',
    async (_what, most, call) => {
      const limits = shipped();
      for (let n = 0; n < most; n += 1) expect(await count(limits, call)).toBeNull();
      const wait = await count(limits, call);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(await count(limits, call, '203.0.113.8')).toBeNull();
      expect(await count(limits, ['GET', '/documents'])).toBeNull();
    },
  );
});
