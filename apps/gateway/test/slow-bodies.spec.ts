import { openCall, rawCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';

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
    call.answer.catch(() => undefined); // The client of this test disconnects.
    call.request.write('{"patientRefId":"');
    return call;
  };

  it('200 slow small bodies hold no connection to a service and do not block other calls', async () => {
    const slow = Array.from({ length: 200 }, () => drip(stack.port));
    await Promise.all(slow.map(({ request }) => new Promise((resolve) => request.write(' ', resolve))));
    const answer = await rawCall(stack.port, { path: '/api/tokens', headers: authorization() });
    expect(answer.status).toBe(200);
    expect(stack.token.received.map(({ method }) => method)).toEqual(['GET']);
    slow.forEach(({ request }) => request.destroy());
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
      slow.answer.catch(() => undefined);
      slow.request.write('{');
      expect(await answered).toBe(408);
      slow.request.destroy();
    } finally {
      await hasty.stop();
    }
  });
});
