import { eventually } from '@caredrop/testing';
import { openCall } from './support/client.js';
import { startStack } from './support/gateway.js';
import { json, read } from './support/upstream.js';

describe('shutdown', () => {
  it('stopping the gateway ends live streams cleanly and lets a running upload finish', async () => {
    const stack = await startStack();
    const { bearer } = await stack.auth.signIn();
    stack.document.answers(async (request, response) =>
      json(response, 201, { size: (await read(request)).length }),
    );
    const live = openCall(stack.port, {
      path: '/api/events',
      headers: { authorization: `Bearer ${bearer}` },
    });
    const streaming = new Promise((resolve) => live.request.once('response', resolve));
    live.request.end();
    const upload = openCall(stack.port, { method: 'POST', path: '/api/upload/a-link' });
    upload.request.write('first');
    await eventually(() => expect(stack.document.received).toHaveLength(1));
    await streaming;
    const stopped = stack.stop();
    expect(await live.answer).toMatchObject({ status: 200, whole: true });
    upload.request.end('last');
    expect(await upload.answer).toMatchObject({ status: 201, body: '{"size":9}', whole: true });
    await stopped;
  });
});
