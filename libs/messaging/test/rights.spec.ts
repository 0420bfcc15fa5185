import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { eventTypes, eventSources, ownsEvent } from '@caredrop/contracts/events';
import { eventually } from '@caredrop/testing';
import { startRabbitmq, type Rabbitmq } from '@caredrop/testing/backing';
import { pino } from 'pino';
import {
  brokerDefinitions,
  brokerUserOf,
  listDeadLetters,
  replayDeadLetters,
  subscribeLive,
} from '../src/index.js';
import type { BrokerUser } from '../src/index.js';
import { hasDurableConsumer } from '../src/topology/consumers.js';
import { names } from '../src/topology/names.js';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { withChannel } from './support/namespace.js';
import { serviceKeys } from './support/start-service.js';
import { connected, effects, Stage, tellUserUpdated } from './support/stage.js';

const NAMESPACE = 'caredrop';
const users: BrokerUser[] = [...eventSources, 'gateway'];
const passwords = Object.fromEntries(users.map((user) => [user, randomUUID()])) as Record<BrokerUser, string>;
const administrator = { name: 'caredrop', password: randomUUID() };
const definitions = brokerDefinitions({
  namespace: NAMESPACE,
  retryDelaysMs: [50, 100],
  administrator,
  passwords,
});

let dataDir: string;
let broker: Rabbitmq;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'caredrop-rights-'));
  broker = await startRabbitmq({ dataDir, password: administrator.password, definitions });
});
afterAll(async () => {
  await broker.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function urlOf(user: BrokerUser): string {
  const url = new URL(broker.url);
  url.username = brokerUserOf(NAMESPACE, user);
  url.password = passwords[user];
  return url.href;
}

type Act = (channel: ConfirmChannel) => Promise<unknown>;

/** Runs one operation with a user's credentials; returns `done`, or the broker's reply code. */
async function attempt(user: BrokerUser, act: Act): Promise<string> {
  const connection: ChannelModel = await connect(urlOf(user));
  connection.on('error', () => undefined);
  const channel = await connection.createConfirmChannel();
  const refused = new Promise<string>((resolve) => {
    channel.on('error', (error: Error & { code?: number }) => {
      resolve(String(error.code));
    });
  });
  const done = act(channel).then(
    () => 'done',
    () => refused,
  );
  const outcome = await done;
  await connection.close().catch(() => undefined);
  return outcome;
}

const publish =
  (exchange: string, routingKey: string): Act =>
  (channel) =>
    new Promise<void>((resolve, reject) => {
      channel.publish(exchange, routingKey, Buffer.from('{}'), {}, (error: unknown) => {
        if (error) reject(new Error('refused', { cause: error }));
        else resolve();
      });
    });

const queueOf = (service: 'token' | 'document' | 'notification' | 'audit') => names.queue(NAMESPACE, service);
const events = names.events(NAMESPACE);

test('a broker user can publish only the event types of its service', async () => {
  const outcomes = await Promise.all(
    users.flatMap((user) =>
      eventTypes.map(async (type) => ({ user, type, outcome: await attempt(user, publish(events, type)) })),
    ),
  );
  for (const { user, type, outcome } of outcomes)
    expect(`${user} ${type} ${outcome}`).toBe(`${user} ${type} ${ownsEvent(user, type) ? 'done' : '403'}`);
});

const forbidden: [string, BrokerUser, Act][] = [
  ['purge the audit queue', 'gateway', (channel) => channel.purgeQueue(queueOf('audit'))],
  ['purge the audit queue', 'token', (channel) => channel.purgeQueue(queueOf('audit'))],
  ['read the audit queue', 'gateway', (channel) => channel.get(queueOf('audit'))],
  [
    'read the dead letters of another service',
    'token',
    (channel) => channel.get(names.dead(NAMESPACE, 'audit')),
  ],
  [
    'consume from the queue of another service',
    'document',
    (channel) => channel.consume(queueOf('token'), () => undefined),
  ],
  ['delete the queue of another service', 'token', (channel) => channel.deleteQueue(queueOf('audit'))],
  ['delete its own queue', 'token', (channel) => channel.deleteQueue(queueOf('token'))],
  ['delete the events exchange', 'document', (channel) => channel.deleteExchange(events)],
  ['delete the live exchange', 'gateway', (channel) => channel.deleteExchange(names.live(NAMESPACE))],
  ['declare a queue', 'token', (channel) => channel.assertQueue('mine')],
  [
    'declare an exclusive queue with a name that the broker chooses',
    'audit',
    (channel) => channel.assertQueue('', { exclusive: true }),
  ],
  ['declare an exchange', 'auth', (channel) => channel.assertExchange('mine', 'fanout')],
  ['bind its queue to more types', 'token', (channel) => channel.bindQueue(queueOf('token'), events, '#')],
  ['unbind its queue', 'audit', (channel) => channel.unbindQueue(queueOf('audit'), events, 'audit.recorded')],
  [
    'listen to the events exchange',
    'gateway',
    async (channel) => {
      const queue = `${names.liveQueues(NAMESPACE)}x`;
      await channel.assertQueue(queue, { exclusive: true });
      await channel.bindQueue(queue, events, '#');
    },
  ],
  ['write to the audit queue directly', 'gateway', publish('', queueOf('audit'))],
  ['write to the audit queue directly', 'token', publish('', queueOf('audit'))],
  ['write to its own queue through the default exchange', 'token', publish('', queueOf('token'))],
  ['write to the queue of another service', 'token', publish(names.queues(NAMESPACE), queueOf('audit'))],
  [
    'write to the queue of another service after a delay',
    'token',
    publish(names.retry(NAMESPACE, 50), queueOf('audit')),
  ],
  ['publish live updates', 'gateway', publish(names.live(NAMESPACE), 'session.revoked')],
  ['publish live updates of another service', 'token', publish(names.live(NAMESPACE), 'session.revoked')],
  ['publish to the exchange of the broker’s log', 'token', publish('amq.rabbitmq.log', 'info')],
];

test.each(forbidden)('the broker does not let a user %s (%s)', async (_what, user, act) => {
  expect(await attempt(user, act)).toBe('403');
});

test('a broker user cannot connect with the password of another service', async () => {
  const url = new URL(urlOf('token'));
  url.password = passwords.audit;
  await expect(connect(url.href)).rejects.toThrow(/ACCESS.REFUSED/);
});

test('services can publish, handle, dead-letter, list and replay events with their own broker users', async () => {
  let broken = true;
  const handler = handlerOf('user.updated', async (_event, ctx) => {
    if (broken) throw new Error('not now');
    await leaveEffect(ctx);
  });
  // The first test left events that are not valid; handling them would dead-letter them at any time.
  await withChannel(broker.url, (channel) => channel.purgeQueue(queueOf('document')));
  const stage = await Stage.set(NAMESPACE);
  const options = { topology: 'check' as const, namespace: NAMESPACE };
  const auth = await stage.start({ source: 'auth', amqpUrl: urlOf('auth'), ...options });
  const document = await connected(
    await stage.start({
      source: 'document',
      amqpUrl: urlOf('document'),
      controllers: [handler],
      ...options,
    }),
  );
  const { id } = await tellUserUpdated(auth);
  const dead = { amqpUrl: urlOf('document'), namespace: NAMESPACE, service: 'document' as const };
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([{ eventId: id, tries: 3 }]),
  );
  broken = false;
  await eventually(async () => expect(await replayDeadLetters(dead)).toBe(1));
  await eventually(async () => expect(await effects(document)).toMatchObject([{ event_id: id }]));
  expect(await document.metric('events_waiting')).toBe(0);
  await stage.dropDatabases();
});

test('the gateway receives live updates with its own user', async () => {
  const stage = await Stage.set(NAMESPACE);
  const heard: string[] = [];
  const live = subscribeLive({
    amqpUrl: urlOf('gateway'),
    namespace: NAMESPACE,
    topology: 'check',
    logger: pino({ level: 'silent' }),
    serviceKeys,
    onEvent: ({ id }) => heard.push(id),
    onReconnect: () => undefined,
  });
  await eventually(() => expect(live.connected).toBe(true));
  const auth = await stage.start({ source: 'auth', amqpUrl: urlOf('auth'), topology: 'check' });
  const { id } = await tellUserUpdated(auth);
  await eventually(() => expect(heard).toEqual([id]));
  await live.close();
  await stage.dropDatabases();
});

test('a service with missing exchanges does not publish and logs which one is missing', async () => {
  const stage = await Stage.set('elsewhere');
  const auth = await stage.start({ source: 'auth', amqpUrl: urlOf('auth'), topology: 'check' });
  await eventually(() =>
    expect(auth.log).toContainEqual(
      expect.objectContaining({
        reason: expect.stringContaining("no exchange 'elsewhere.events'") as string,
      }),
    ),
  );
  expect(await auth.metric('events_broker_connected')).toBe(0);
  await stage.dropDatabases();
});

test('importing the broker definitions again keeps queued messages', async () => {
  const type = eventTypes.find((one) => hasDurableConsumer(one) && ownsEvent('document', one));
  expect(await attempt('document', publish(events, type ?? ''))).toBe('done');
  await broker.stop();
  const { port } = broker;
  broker = await startRabbitmq({
    dataDir,
    password: administrator.password,
    definitions,
    ...(port && { port }),
  });
  const connection = await connect(broker.url);
  const channel = await connection.createChannel();
  const { messageCount } = await channel.checkQueue(queueOf('token'));
  expect(messageCount).toBeGreaterThan(0);
  await connection.close();
});
