import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { eventually, TcpProxy } from '@caredrop/testing';
import { EventSigner, subscribeLive, type LiveOptions, type LiveSubscription } from '../src/index.js';
import { names } from '../src/topology/names.js';
import { withChannel } from './support/namespace.js';
import { keys, serviceKeys } from './support/start-service.js';
import { Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
let proxy: TcpProxy;
const listening: LiveSubscription[] = [];
beforeEach(async () => {
  stage = await Stage.set();
  proxy = await TcpProxy.before(stage.amqpUrl);
});
afterEach(async () => {
  await Promise.all(listening.splice(0).map((live) => live.close()));
  await proxy.takeAway();
  await stage.clear();
});

interface Ear {
  heard: EventEnvelope[];
  reconnects: number;
  lost: number;
  live: LiveSubscription;
}

function listen(options: Partial<LiveOptions> = {}): Ear {
  const ear = { heard: [] as EventEnvelope[], reconnects: 0, lost: 0 };
  const live = subscribeLive({
    amqpUrl: proxy.url,
    namespace: stage.namespace,
    logger: pino({ level: 'silent' }),
    serviceKeys,
    onEvent: (event) => ear.heard.push(event),
    onReconnect: () => (ear.reconnects += 1),
    onLost: () => (ear.lost += 1),
    ...options,
  });
  listening.push(live);
  return Object.assign(ear, { live });
}

test('every live listener receives an event, even one that no service consumes', async () => {
  const auth = await stage.start({ source: 'auth' });
  const [one, two] = [listen(), listen()];
  await eventually(() => expect([one.live.connected, two.live.connected]).toEqual([true, true]));
  const userId = randomUUID();
  const data = { userId, sessionId: randomUUID() };
  const told = await auth.work.run((_tx, emit) =>
    emit({ type: 'session.revoked', aggregateId: userId, aggregateVersion: 1, data }),
  );
  await eventually(() => expect([one.heard, two.heard]).toEqual([[told], [told]]));
  expect([one.reconnects, one.lost]).toEqual([0, 0]);
});

test('a live listener reports a lost connection and receives events again after a reconnect', async () => {
  const auth = await stage.start({ source: 'auth' });
  const ear = listen();
  await eventually(() => expect(ear.live.connected).toBe(true));
  await proxy.takeAway();
  await eventually(() => expect(ear.lost).toBe(1));
  expect(ear.live.connected).toBe(false);
  await tellUserUpdated(auth);
  await eventually(async () => expect(await auth.metric('events_published_total')).toBe(1));
  await proxy.bringBack();
  await eventually(() => expect(ear.reconnects).toBe(1));
  const told = await tellUserUpdated(auth);
  await eventually(() => expect(ear.heard.map(({ id }) => id)).toEqual([told.id]));
});

test('a late first connection of a live listener counts as a reconnect', async () => {
  await proxy.takeAway();
  const lines: string[] = [];
  const ear = listen({ logger: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) });
  await eventually(() => expect(lines).toHaveLength(1));
  await proxy.bringBack();
  await eventually(() => expect(ear.reconnects).toBe(1));
});

test('unsigned and wrongly signed events, and events of another service’s type, are reported and not delivered', async () => {
  const forged: string[] = [];
  const auth = await stage.start({ source: 'auth' });
  const ear = listen({ onForged: (reason) => forged.push(reason) });
  await eventually(() => expect(ear.live.connected).toBe(true));
  const genuine = await tellUserUpdated(auth);
  await eventually(() => expect(ear.heard).toHaveLength(1));
  const body = Buffer.from(JSON.stringify({ ...genuine, id: randomUUID() }));
  const ofToken = Buffer.from(JSON.stringify({ ...genuine, source: 'token' }));
  const signedBy = (name: 'auth' | 'token', content: Buffer) =>
    new EventSigner(keys[name].privateKey).headersFor(content);
  await withChannel(stage.amqpUrl, (channel) => {
    const live = names.live(stage.namespace);
    channel.publish(live, 'user.updated', body);
    channel.publish(live, 'user.updated', body, { headers: signedBy('token', body) });
    channel.publish(live, 'user.updated', ofToken, { headers: signedBy('token', ofToken) });
    return Promise.resolve();
  });
  await eventually(() => expect(forged).toEqual(['unsigned', 'wrong_signature', 'wrong_source']));
  expect(ear.heard.map(({ id }) => id)).toEqual([genuine.id]);
});

test('a malformed message or a throwing listener does not end the subscription', async () => {
  const heard: string[] = [];
  const auth = await stage.start({ source: 'auth' });
  const ear = listen({
    onEvent: ({ id }) => {
      heard.push(id);
      if (heard.length === 1) throw new Error('not me');
    },
  });
  await eventually(() => expect(ear.live.connected).toBe(true));
  await withChannel(stage.amqpUrl, (channel) => {
    channel.publish(names.live(stage.namespace), 'user.updated', Buffer.from('{'));
    return Promise.resolve();
  });
  const [one, two] = [await tellUserUpdated(auth), await tellUserUpdated(auth)];
  await eventually(() => expect(heard).toEqual([one.id, two.id]));
  expect(ear.lost).toBe(0);
});
