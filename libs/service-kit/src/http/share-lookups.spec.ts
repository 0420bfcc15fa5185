import { AsyncLocalStorage } from 'node:async_hooks';
import dns from 'node:dns';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { shareLookups } from './share-lookups.js';

const nodes = dns.lookup;
type Callback = (error: Error | null, address: unknown, family?: number) => void;

/** Lookups that have reached the resolver and are waiting for its response. */
let pending: { hostname: string; options: object; respond: Callback }[] = [];

beforeEach(() => {
  pending = [];
  dns.lookup = ((hostname: string, options: object, respond: Callback) => {
    pending.push({ hostname, options, respond });
  }) as unknown as typeof dns.lookup;
  shareLookups();
});
afterEach(() => {
  dns.lookup = nodes;
});

const lookUp = (hostname: string, options: dns.LookupOptions = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    dns.lookup(hostname, options, (error, address) => (error ? reject(error) : resolve(address)));
  });

const respond = (address: unknown, error: Error | null = null): void =>
  pending.shift()?.respond(error, address, 4);

describe('shared lookups', () => {
  it('concurrent lookups of one name reach the resolver once, and all get its response', async () => {
    const both = Promise.all([lookUp('broker'), lookUp('broker')]);
    expect(pending).toHaveLength(1);
    respond('10.0.0.5');
    expect(await both).toEqual(['10.0.0.5', '10.0.0.5']);
  });

  it('an error is returned to all callers, and the next lookup asks the resolver again', async () => {
    const both = Promise.allSettled([lookUp('broker'), lookUp('broker')]);
    respond(undefined, new Error('ENOTFOUND'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = lookUp('broker');
    respond('10.0.0.6');
    expect(await next).toBe('10.0.0.6');
  });

  it('other names and other options are looked up separately', () => {
    void lookUp('broker');
    void lookUp('postgres');
    void lookUp('broker', { family: 6 });
    expect(pending.map(({ hostname, options }) => ({ hostname, ...options }))).toEqual([
      { hostname: 'broker' },
      { hostname: 'postgres' },
      { hostname: 'broker', family: 6 },
    ]);
  });

  it('lookups without options, with a family and by promise work as before', async () => {
    const plain = new Promise((resolve) => {
      dns.lookup('db', (_error, address) => resolve(address));
    });
    respond('10.0.0.7');
    expect(await plain).toBe('10.0.0.7');
    const family = new Promise((resolve) => {
      dns.lookup('db', 4, (_error, address) => resolve(address));
    });
    expect(pending[0]?.options).toEqual({ family: 4 });
    respond('10.0.0.8');
    expect(await family).toBe('10.0.0.8');
    dns.lookup = nodes;
    shareLookups();
    expect(await promisify(dns.lookup)('127.0.0.1')).toEqual({ address: '127.0.0.1', family: 4 });
  });

  it('each callback runs in the context of its own caller', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const look = () => dns.lookup('broker', {}, () => seen.push(context.getStore()));
    context.run('first', look);
    context.run('second', look);
    respond('10.0.0.5');
    await new Promise((resolve) => void setImmediate(resolve));
    expect(seen).toEqual(['first', 'second']);
  });

  it('two connections to one host look up its name once', async () => {
    const server = createServer((socket) => void socket.end());
    server.listen(0, '127.0.0.1');
    respond('127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [connect(port, 'broker'), connect(port, 'broker')];
    const connected = Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(pending).toHaveLength(1);
    respond([{ address: '127.0.0.1', family: 4 }]);
    await connected;
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
