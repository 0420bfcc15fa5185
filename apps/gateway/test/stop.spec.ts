import { jest } from '@jest/globals';
import { runService, STOP_WITHIN_MS } from '@caredrop/service-kit';
import { eventually } from '@caredrop/testing';
import { LiveUpdates } from '../src/live/live-updates.js';
import { openCall } from './support/client.js';
import { startStack, type Stack } from './support/gateway.js';
import { json, read } from './support/upstream.js';

/** An upload of which the document service has received the first part. */
async function beginUpload(stack: Stack) {
  stack.document.respondWith(async (request, response) =>
    json(response, 201, { size: (await read(request)).length }),
  );
  const upload = openCall(stack.port, { method: 'POST', path: '/api/upload/a-link' });
  upload.request.write('first');
  await eventually(() => expect(stack.document.received).toHaveLength(1));
  return upload;
}

describe('shutdown', () => {
  it('stopping the gateway ends live streams cleanly and lets a running upload finish', async () => {
    const stack = await startStack();
    const { bearer } = await stack.auth.signIn();
    const live = openCall(stack.port, {
      path: '/api/events',
      headers: { authorization: `Bearer ${bearer}` },
    });
    const streaming = new Promise((resolve) => live.request.once('response', resolve));
    live.request.end();
    const upload = await beginUpload(stack);
    await streaming;
    const stopped = stack.stop();
    expect(await live.response).toMatchObject({ status: 200, whole: true });
    upload.request.end('last');
    expect(await upload.response).toMatchObject({ status: 201, body: '{"size":9}', whole: true });
    await stopped;
  });

  it('a page that connects while the gateway stops is disconnected at once', async () => {
    const stack = await startStack();
    const { bearer } = await stack.auth.signIn();
    await stack.app.get(LiveUpdates).beforeApplicationShutdown();
    const stream = await stack.call('/events', { bearer });
    expect(await stream.text()).toBe(': open\n\n');
    await stack.stop();
  });

  it('a gateway that gets a stop signal waits STOP_WITHIN_MS for a running upload, and then exits', async () => {
    const exits: unknown[] = [];
    const exit = jest.spyOn(process, 'exit').mockImplementation((code) => void exits.push(code) as never);
    const stack = await startStack({ STOP_WITHIN_MS: '300' }, (module, options) =>
      runService(module, { ...options, host: '127.0.0.1', port: 0 }),
    );
    const upload = await beginUpload(stack);
    process.emit('SIGTERM');
    // Sooner than with the default limit of services.
    await eventually(() => expect(exits).toEqual([1]), STOP_WITHIN_MS / 2);
    upload.request.end('last');
    expect(await upload.response).toMatchObject({ status: 201, whole: true });
    await eventually(() => expect(exits).toEqual([1, 0]));
    await stack.stop();
    exit.mockRestore();
  });
});
