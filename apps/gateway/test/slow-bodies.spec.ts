import { randomUUID } from 'node:crypto';
import { eventually } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { openCall, rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';

type FakeSession = NonNullable<ReturnType<Stack['auth']['sessions']['get']>>;

let stack: Stack;
let bearer: string;
beforeAll(async () => {
  stack = await startStack();
  ({ bearer } = await stack.auth.signIn('admin'));
});
afterAll(() => stack.stop());

const authorization = () => ({ authorization: `Bearer ${bearer}` });

describe('slow small bodies', () => {
  const drip = (port: number) => {
    const headers = { 'content-type': 'application/json', 'content-length': 4_000, ...authorization() };
    const call = openCall(port, { method: 'POST', path: '/api/tokens', headers });
    call.response.catch(() => undefined); // The client of this test disconnects.
    call.request.write('{"patientRefId":"');
    return call;
  };

  it('200 slow small bodies hold no connection to a service and do not block other calls', async () => {
    const slow = Array.from({ length: 200 }, () => drip(stack.port));
    await Promise.all(slow.map(({ request }) => new Promise((resolve) => request.write(' ', resolve))));
    const response = await rawCall(stack.port, { path: '/api/tokens', headers: authorization() });
    expect(response.status).toBe(200);
    expect(stack.token.received.map(({ method }) => method)).toEqual(['GET']);
    slow.forEach(({ request }) => request.destroy());
  });

  it.each<[string, number, (session: FakeSession) => void]>([
    ['whose session ends', 401, (session) => (session.ended = true)],
    [
      'whose user is no longer an administrator',
      403,
      (session) => (session.user = { ...session.user, role: 'user' }),
    ],
  ])(
    'a call %s while its body is held back gets %i and reaches no service',
    async (_what, status, change) => {
      const { bearer, sessionId } = await stack.auth.signIn('admin');
      const headers = {
        'content-type': 'application/json',
        'content-length': 2,
        authorization: `Bearer ${bearer}`,
      };
      const path = `/api/admin/request-templates/${randomUUID()}/archive`;
      stack.token.reset();
      const held = openCall(stack.port, { method: 'POST', path, headers });
      held.request.write('{');
      await eventually(() => expect(stack.auth.checks.at(-1)).toMatchObject({ sessionId }));
      const session = stack.auth.sessions.get(sessionId);
      if (session) change(session);
      const aSecondLater = performance.now() + 1000;
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => aSecondLater);
      try {
        held.request.end('}');
        expect((await held.response).status).toBe(status);
      } finally {
        clock.mockRestore();
      }
      expect(stack.token.received).toEqual([]);
    },
  );

  it('the session of a call whose body arrives at once is checked once', async () => {
    const { bearer, sessionId } = await stack.auth.signIn('admin');
    const headers = { 'content-type': 'application/json' };
    await stack.call('/admin/users', { method: 'POST', bearer, headers, body: '{}' });
    expect(stack.auth.checks.filter((check) => check.sessionId === sessionId)).toHaveLength(1);
  });

  it('a small body that is not complete in time gets 408', async () => {
    const hasty = await startStack({ SMALL_BODY_MS: '100' });
    try {
      const slow = openCall(hasty.port, {
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'content-type': 'application/json', 'content-length': 4_000 },
      });
      const answered = new Promise<number | undefined>((resolve) =>
        slow.request.once('response', ({ statusCode }) => resolve(statusCode)),
      );
      slow.response.catch(() => undefined);
      slow.request.write('{');
      expect(await answered).toBe(408);
      slow.request.destroy();
    } finally {
      await hasty.stop();
    }
  });
});
