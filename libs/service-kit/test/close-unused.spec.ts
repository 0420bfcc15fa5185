import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { closeUnused, stopOptions } from '../src/http/close-unused.js';

async function listening() {
  const fastify = Fastify(stopOptions);
  closeUnused(fastify);
  let arrived: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (arrived = resolve));
  const respondNow = new Promise<void>((resolve) => (goOn = resolve));
  fastify.get('/slow', async () => {
    arrived();
    await respondNow;
    return 'done';
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  return { fastify, port: (fastify.server.address() as AddressInfo).port, begun, goOn };
}

describe('a stopping server', () => {
  it('a stopping server closes a connection without a request', async () => {
    const { fastify, port } = await listening();
    const accepted = once(fastify.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    await accepted;
    await fastify.close();
    await closed;
  });

  it('a stopping server serves a request on a connection accepted before the stop', async () => {
    const { fastify, port, begun, goOn } = await listening();
    const [busy, fresh] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    busy.resume().write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await begun;
    const closing = fastify.close();
    goOn();
    // The client keeps this connection alive, and it became idle only after the stop had begun: a sweep closes it.
    await once(busy, 'close');
    const response = once(fresh, 'data');
    fresh.write('GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(String(await response)).toMatch(/^HTTP\/1\.1 200/);
    await closing;
  });

  it('a stopping server serves a request on a connection opened in the turn of the event loop in which the stop begins', async () => {
    const { fastify, port, goOn } = await listening();
    goOn();
    // Code that continues after a socket event runs before the event loop checks for new connections again.
    const other = connect(port, '127.0.0.1');
    await once(other, 'connect');
    const closing = fastify.close();
    const late = connect(port, '127.0.0.1');
    const response = once(late, 'data');
    late.write('GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(String(await response)).toMatch(/^HTTP\/1\.1 200/);
    other.destroy();
    await closing;
  });

  it('a stopping server finishes a running request', async () => {
    const { fastify, port, begun, goOn } = await listening();
    const response = fetch(`http://127.0.0.1:${String(port)}/slow`);
    await begun;
    const closing = fastify.close();
    goOn();
    expect(await (await response).text()).toBe('done');
    await closing;
  });
});
