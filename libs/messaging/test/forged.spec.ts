import { randomUUID } from 'node:crypto';
import { eventOwners, type EventSource, type EventType } from '@caredrop/contracts/events';
import { eventually, newIdentityKeys, type Jwk } from '@caredrop/testing';
import {
  EventSigner,
  listDeadLetters,
  replayDeadLetters,
  SIGNATURE_HEADER,
  type DeadQueue,
} from '../src/index.js';
import { names } from '../src/topology/names.js';
import { handlerOf, leaveEffect } from './support/handlers.js';
import { withChannel } from './support/namespace.js';
import { keys, type RunningService, type ServiceOptions } from './support/start-service.js';
import { connected, effects, Stage, tellUserUpdated } from './support/stage.js';

let stage: Stage;
let dead: DeadQueue;
beforeEach(async () => {
  stage = await Stage.set();
  dead = { amqpUrl: stage.amqpUrl, namespace: stage.namespace, service: 'document' };
});
afterEach(() => stage.clear());

const recording = handlerOf('user.updated', (_event, ctx) => leaveEffect(ctx));

/** Starts the document service, which consumes auth's user events. */
const startDocument = async (options: Partial<ServiceOptions> = {}): Promise<RunningService> =>
  connected(await stage.start({ source: 'document', controllers: [recording], ...options }));

interface Sent {
  source?: string;
  type?: EventType;
  /** The signing key; null for no signature. */
  signedBy?: (Jwk & { d: string }) | null;
  /** Changes the body after it was signed. */
  altered?: (body: string) => string;
  headers?: Record<string, unknown>;
}

/** Publishes an event as an attacker with stolen broker credentials could; resolves to its id. */
async function publish(how: Sent = {}): Promise<string> {
  const { source = 'auth', type = 'user.updated', altered = (body) => body } = how;
  const signedBy = how.signedBy === undefined ? keys.auth.privateKey : how.signedBy;
  const id = randomUUID();
  const event = {
    id,
    type,
    version: 1,
    occurredAt: new Date().toISOString(),
    source,
    aggregateId: id,
    aggregateVersion: 1,
    correlationId: 'test',
    causationId: null,
    actor: null,
    data: { userId: id },
  };
  const body = JSON.stringify(event);
  const headers = {
    ...(signedBy && new EventSigner(signedBy).headersFor(Buffer.from(body))),
    ...how.headers,
  };
  await withChannel(stage.amqpUrl, async (channel) => {
    channel.sendToQueue(names.queue(stage.namespace, 'document'), Buffer.from(altered(body)), {
      headers,
      messageId: id,
    });
    await Promise.resolve();
  });
  return id;
}

async function expectDeadLettered(id: string, reason: string): Promise<void> {
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([{ eventId: id, tries: 0, reason }]),
  );
}

test('an event signed with any key of its source is handled', async () => {
  const next = newIdentityKeys();
  const serviceKeys = { auth: [keys.auth.publicKey, next.publicKey] };
  const document = await startDocument({ serviceKeys });
  const ids = [await publish(), await publish({ signedBy: next.privateKey })];
  await eventually(async () => {
    const handled = (await effects(document)).map(({ event_id }) => event_id);
    expect(handled.toSorted()).toEqual(ids.toSorted());
  });
});

const stranger = newIdentityKeys().privateKey;

test.each<[string, string, Sent]>([
  ['without a signature', 'no signature: user.updated of auth', { signedBy: null }],
  ['signed with an unknown key', 'not signed by its source: user.updated of auth', { signedBy: stranger }],
  [
    "signed with another service's key",
    'not signed by its source: user.updated of auth',
    { signedBy: keys.token.privateKey },
  ],
  [
    'changed after it was signed',
    'not signed by its source: user.updated of auth',
    { altered: (body) => body.replace('"aggregateVersion":1', '"aggregateVersion":9') },
  ],
  [
    'of a service that may not publish its type, signed by that service',
    'its source may not publish this type: user.updated of token',
    { source: 'token', signedBy: keys.token.privateKey },
  ],
  [
    'of the gateway, which publishes nothing',
    'its source may not publish this type: user.updated of gateway',
    { source: 'gateway', signedBy: stranger },
  ],
  [
    'whose signature is not text',
    'no signature: user.updated of auth',
    { headers: { [SIGNATURE_HEADER]: 7 } },
  ],
  [
    'whose signature is not base64',
    'not signed by its source: user.updated of auth',
    { headers: { [SIGNATURE_HEADER]: '%%%' } },
  ],
])('an event %s is dead-lettered at once and counted', async (_what, reason, sent) => {
  const document = await startDocument();
  const id = await publish(sent);
  await expectDeadLettered(id, reason);
  expect(await effects(document)).toEqual([]);
  await eventually(async () => expect(await document.metric('events_forged_total')).toBe(1));
  expect(await document.metric('events_handled_total')).toBe(0);
});

test('an event with the signature of another message is refused', async () => {
  const document = await startDocument();
  const other = new EventSigner(keys.auth.privateKey).headersFor(Buffer.from('{}'));
  const id = await publish({ headers: other });
  await expectDeadLettered(id, 'not signed by its source: user.updated of auth');
  expect(await effects(document)).toEqual([]);
});

test('an event from a source without a known key is refused', async () => {
  await startDocument({ serviceKeys: { token: [keys.token.publicKey] } });
  await expectDeadLettered(await publish(), 'SERVICE_KEYS has no key of its source: user.updated of auth');
});

test('a forged event does not affect genuine ones in its batch', async () => {
  const document = await startDocument({ tuning: { gatherMs: 100 } });
  const genuine = [await publish(), await publish()];
  await publish({ signedBy: stranger });
  genuine.push(await publish());
  await eventually(async () => expect(await effects(document)).toHaveLength(3));
  const handled = (await effects(document)).map(({ event_id }) => event_id);
  expect(handled.toSorted()).toEqual(genuine.toSorted());
  await eventually(async () => expect(await listDeadLetters(dead)).toHaveLength(1));
});

test('a replayed forged event is refused again', async () => {
  const document = await startDocument();
  const id = await publish({ signedBy: stranger });
  await expectDeadLettered(id, 'not signed by its source: user.updated of auth');
  await eventually(async () => expect(await replayDeadLetters(dead)).toBe(1));
  await eventually(async () => expect(await document.metric('events_forged_total')).toBe(2));
  await expectDeadLettered(id, 'not signed by its source: user.updated of auth');
});

test('an event keeps its signature through retries, dead-lettering and replay', async () => {
  let broken = true;
  const handler = handlerOf('user.updated', async (_event, ctx) => {
    if (broken) throw new Error('not now');
    await leaveEffect(ctx);
  });
  const auth = await stage.start({ source: 'auth' });
  const document = await connected(await stage.start({ source: 'document', controllers: [handler] }));
  const { id } = await tellUserUpdated(auth);
  await eventually(async () =>
    expect(await listDeadLetters(dead)).toMatchObject([{ eventId: id, tries: 3 }]),
  );
  broken = false;
  await eventually(async () => expect(await replayDeadLetters(dead)).toBe(1));
  await eventually(async () => expect(await effects(document)).toHaveLength(1));
  expect(await document.metric('events_forged_total')).toBe(0);
});

test('unsigned events are handled while the setting accepts them, and wrongly signed ones are not', async () => {
  const document = await startDocument({ unsigned: 'accept' });
  const unsigned = await publish({ signedBy: null });
  await eventually(async () => expect(await effects(document)).toMatchObject([{ event_id: unsigned }]));
  await expectDeadLettered(
    await publish({ signedBy: stranger }),
    'not signed by its source: user.updated of auth',
  );
});

test('a service cannot emit an event type that another service owns', async () => {
  const auth = await stage.start({ source: 'auth' });
  const id = randomUUID();
  const data = { tokenId: id, ownerId: id };
  const emitted = auth.work.run((_tx, emit) =>
    emit({ type: 'token.used', aggregateId: id, aggregateVersion: 1, data }),
  );
  await expect(emitted).rejects.toThrow('auth may not publish token.used');
});

test('a service cannot emit an audit record of an action that another service performs', async () => {
  const auth = await stage.start({ source: 'auth' });
  const emitted = auth.work.run((_tx, emit) =>
    emit({
      ...{ type: 'audit.recorded', aggregateId: randomUUID(), aggregateVersion: 1 },
      data: {
        ...{ action: 'document.delete', outcome: 'success', reason: null, subject: null, related: [] },
        ...{
          actor: { kind: 'system', id: null, role: null },
          from: null,
          requestId: 'r',
          codes: [],
          count: 1,
        },
        at: new Date().toISOString(),
      },
    }),
  );
  await expect(emitted).rejects.toThrow('auth may not record this action');
});

test('every event type has one owner, except audit records', () => {
  const several = Object.entries<readonly EventSource[]>(eventOwners).filter(
    ([, owners]) => owners.length !== 1,
  );
  expect(several.map(([type]) => type)).toEqual(['audit.recorded']);
});
