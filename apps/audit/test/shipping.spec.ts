import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { mock } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { createLogger } from '@caredrop/service-kit';
import { eventually, selfSigned } from '@caredrop/testing';
import pg from 'pg';
import { register } from 'prom-client';
import { readCheckpoints } from '../src/checkpoints/read-checkpoints.js';
import type { PrismaService } from '../src/database/prisma.service.js';
import { AuditMetrics } from '../src/metrics.js';
import { checkShipping } from '../src/shipping/check-shipping.js';
import { ShipChain } from '../src/shipping/ship-chain.js';
import { SyslogConnection } from '../src/shipping/syslog-connection.js';
import { unshippedAge } from '../src/shipping/unshipped-age.js';
import { ChainStore } from './support/chain-store.js';

/** A syslog receiver that reads octet-counted messages. */
class Receiver {
  readonly lines: string[] = [];
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private server!: Server;

  async start(port = 0, make: (onSocket: (socket: Socket) => void) => Server = createServer): Promise<void> {
    this.server = make((socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (chunk) => (text = this.read(text + chunk.toString('latin1'))));
    });
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Numbers of the entries received, in order. */
  get numbers(): number[] {
    return this.lines.flatMap((line) => (line.includes(' entry - {') ? [entryOf(line).seq] : []));
  }

  private read(text: string): string {
    for (let rest = text; ;) {
      const [head = '', length = ''] = /^(\d+) /.exec(rest) ?? [];
      const end = head.length + Number(length);
      if (head === '' || rest.length < end) return rest;
      this.lines.push(rest.slice(head.length, end));
      rest = rest.slice(end);
    }
  }
}

const entryOf = (line: string) =>
  (JSON.parse(line.slice(line.indexOf('{'))) as { entry: { seq: number; hash: string } }).entry;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

let store: ChainStore;
let receiver: Receiver;
const running: ShipChain[] = [];

beforeEach(async () => {
  store = await ChainStore.start();
  receiver = new Receiver();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((shipping) => shipping.beforeApplicationShutdown()));
  await receiver.stop().catch(() => undefined);
  await store.stop();
});

function ship(
  url: string,
  prisma: Pick<PrismaService, '$transaction'> = store.prisma,
): { shipping: ShipChain; metrics: AuditMetrics } {
  const config = { AUDIT_SYSLOG_URL: url, CHAIN_POLL_MS: 20 };
  const metrics = new AuditMetrics(store.prisma, config);
  const shipping = new ShipChain(prisma as PrismaService, metrics, config, createLogger('audit', 'silent'));
  running.push(shipping);
  shipping.onApplicationBootstrap();
  return { shipping, metrics };
}

it('entries and checkpoints are shipped in chain order as RFC 5424 messages', async () => {
  await store.append(3);
  const checkpoint = await store.checkpoint();
  await receiver.start();
  ship(`tcp://127.0.0.1:${receiver.port}`);
  await eventually(() => expect(receiver.lines).toHaveLength(4));
  expect(receiver.numbers).toEqual([1, 2, 3]);
  expect(receiver.lines[0]).toMatch(
    /^<110>1 2026-11-21T09:00:00\.000Z \S+ caredrop-audit - entry - \{"entry":/,
  );
  expect(entryOf(receiver.lines[2] ?? '').hash).toBe((await store.entries())[2]?.hash);
  expect(readCheckpoints(receiver.lines.join('\n'))).toEqual([checkpoint]);
  await store.append(2);
  await eventually(() => expect(receiver.numbers).toEqual([1, 2, 3, 4, 5]));
  expect(receiver.lines).toHaveLength(6); // the checkpoint is not sent again
});

it('entries written while the receiver is down are shipped once it is back', async () => {
  await receiver.start();
  const { port } = receiver;
  await store.append(2);
  const { metrics } = ship(`tcp://127.0.0.1:${port}`);
  await eventually(() => expect(receiver.numbers).toEqual([1, 2]));
  await receiver.stop();
  const before = (await metrics.shippingFailures.get()).values[0]?.value ?? 0;
  await store.append(2);
  await eventually(async () => {
    expect((await metrics.shippingFailures.get()).values[0]?.value ?? 0).toBeGreaterThan(before);
  });
  const back = new Receiver();
  await back.start(port);
  // The new connection starts with earlier entries: those in the old one's buffers may have been lost.
  await eventually(() => expect(back.numbers).toEqual([1, 2, 3, 4]));
  await back.stop();
});

it('the age of unshipped entries counts from the first entry while the receiver has never been reachable', async () => {
  await store.append(1, new Date(Date.now() - 3_600_000));
  const { metrics } = ship('tcp://127.0.0.1:1');
  const before = (await metrics.shippingFailures.get()).values[0]?.value ?? 0;
  await eventually(async () => {
    expect((await metrics.shippingFailures.get()).values[0]?.value ?? 0).toBeGreaterThan(before);
  });
  expect(await unshippedAge(store.prisma)).toBeGreaterThan(3_590);
});

it('the age of unshipped entries is 0 once shipping has been turned off', async () => {
  await store.append(1);
  await receiver.start();
  const url = `tcp://127.0.0.1:${receiver.port}`;
  const { shipping } = ship(url);
  await eventually(() => expect(receiver.numbers).toEqual([1]));
  await shipping.beforeApplicationShutdown();
  await store.append(1);
  const waitingWith = async (receiverUrl: string | undefined) => {
    new AuditMetrics(store.prisma, { AUDIT_SYSLOG_URL: receiverUrl });
    return Number(/^audit_unshipped_oldest_seconds (.*)$/m.exec(await register.metrics())?.[1]);
  };
  expect(await waitingWith(url)).toBeGreaterThan(0);
  expect(await waitingWith(undefined)).toBe(0);
});

it('a restarted process misses no entry and repeats at most a thousand', async () => {
  await store.append(2500);
  await receiver.start();
  const { shipping } = ship(`tcp://127.0.0.1:${receiver.port}`);
  await eventually(() => expect(receiver.numbers).toEqual(upTo(2500)));
  await shipping.beforeApplicationShutdown();
  await store.append(1);
  ship(`tcp://127.0.0.1:${receiver.port}`);
  await eventually(() => expect(receiver.numbers.at(-1)).toBe(2501));
  expect(receiver.numbers).toEqual([...upTo(2500), ...upTo(2501).slice(1500)]);
});

it('two replicas together ship each entry at most twice', async () => {
  await store.append(10);
  await receiver.start();
  for (const _replica of [1, 2]) ship(`tcp://127.0.0.1:${receiver.port}`);
  await eventually(() => expect(new Set(receiver.numbers).size).toBe(10));
  const times = upTo(10).map((seq) => receiver.numbers.filter((number) => number === seq).length);
  expect(Math.max(...times)).toBeLessThanOrEqual(2);
});

it('a replica ships nothing while another one holds the position', async () => {
  await store.append(1);
  await receiver.start();
  const url = `tcp://127.0.0.1:${receiver.port}`;
  const { shipping } = ship(url);
  await eventually(() => expect(receiver.numbers).toEqual([1]));
  await shipping.beforeApplicationShutdown();
  await store.append(1);
  const other = new pg.Client({ connectionString: store.ownerUrl });
  await other.connect();
  await other.query('BEGIN; SELECT FROM shipping_positions FOR UPDATE');
  let rounds = 0;
  const $transaction = (...args: Parameters<PrismaService['$transaction']>) => {
    rounds += 1;
    return store.prisma.$transaction(...args);
  };
  ship(url, { $transaction } as unknown as PrismaService);
  await eventually(() => expect(rounds).toBeGreaterThan(2));
  expect([receiver.numbers, receiver.connections]).toEqual([[1], 1]);
  await other.query('COMMIT');
  await other.end();
  await eventually(() => expect(receiver.numbers).toEqual([1, 1, 2]));
});

it('sending fails when the receiver has not read for ten seconds', async () => {
  const sockets: Socket[] = [];
  const unread = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => unread.listen(0, '127.0.0.1', resolve));
  const connection = await SyslogConnection.open(`tcp://127.0.0.1:${(unread.address() as AddressInfo).port}`);
  mock.timers.enable({ apis: ['setTimeout'] });
  const sent = expect(connection.send('x'.repeat(50_000_000))).rejects.toThrow();
  mock.timers.tick(10_000);
  mock.timers.reset();
  await sent;
  expect(connection.open).toBe(false);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => unread.close(resolve));
});

describe('the doctor check of the syslog receiver', () => {
  const checked = async (url: string | undefined) =>
    (await Promise.all(checkShipping(store.roles.writerUrl, url).map(async ({ run }) => run())))
      .flat()
      .map(({ state }) => state);

  it('the check fails when the receiver is down, and is skipped when none is configured', async () => {
    expect(await checked(undefined)).toEqual([]);
    expect(await checked('tcp://127.0.0.1:1')).toEqual(['failed']);
    await receiver.start();
    expect(await checked(`tcp://127.0.0.1:${receiver.port}`)).toEqual(['ok']);
  });

  it('the check fails when nothing was ever sent and the first entry is older than 15 minutes', async () => {
    await receiver.start();
    await store.append(1, new Date(Date.now() - 16 * 60_000));
    expect(await checked(`tcp://127.0.0.1:${receiver.port}`)).toEqual(['ok', 'failed']);
  });

  it('the check fails once an entry has waited for more than 15 minutes', async () => {
    await receiver.start();
    const url = `tcp://127.0.0.1:${receiver.port}`;
    await store.overpower(`INSERT INTO shipping_positions (receiver, seq, checkpoint_at)
      VALUES ('syslog', 1, now())`);
    await store.append(1, new Date(Date.now() - 3_600_000)); // shipped
    await store.append(1, new Date(Date.now() - 14 * 60_000));
    expect(await checked(url)).toEqual(['ok']);
    await store.overpower(`UPDATE entries SET recorded_at = now() - interval '16 minutes' WHERE seq = 2`);
    expect(await checked(url)).toEqual(['ok', 'failed']);
  });
});

it('nothing is shipped to a receiver with an untrusted certificate', async () => {
  const { key, cert } = selfSigned();
  await store.append(1);
  await receiver.start(0, (onSocket) => createTlsServer({ key, cert }, onSocket));
  const { metrics } = ship(`tls://127.0.0.1:${receiver.port}`);
  const before = (await metrics.shippingFailures.get()).values[0]?.value ?? 0;
  await eventually(async () => {
    expect((await metrics.shippingFailures.get()).values[0]?.value ?? 0).toBeGreaterThan(before);
  });
  expect(receiver.lines).toEqual([]);
});
