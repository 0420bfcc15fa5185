import { randomUUID } from 'node:crypto';
import { LOST, smsReason } from '@caredrop/contracts';
import {
  sendSmsResponse,
  type SendSmsResponse,
  type SendSmsRequest,
  type SmsAllowance,
} from '@caredrop/contracts/internal';
import { eventually, people, type TestDatabase } from '@caredrop/testing';
import { startTwilioEmulator, type TwilioEmulator } from '@caredrop/testing/backing';
import { ForgetTexts } from '../src/jobs/forget-texts.js';
import { ApplySmsOutcome } from '../src/sms/apply-sms-outcome.js';
import { ReconcileSms } from '../src/sms/reconcile-sms.js';
import { notificationDatabase } from './support/database.js';
import { bearer, type keys } from './support/keys.js';
import { passOn, startRelayServer, type RelayServer } from './support/relay-server.js';
import { environment, startService, type Environment, type RunningService } from './support/service.js';
import { TwilioFaultProxy } from './support/twilio-fault-proxy.js';

let database: TestDatabase;
let emulator: TwilioEmulator;
let twilio: TwilioFaultProxy & RelayServer;
let gateway: RelayServer;
let service: RunningService;
let env: Environment;
/** Statuses of the responses to callbacks. */
let callbacks: number[];
/** While false, callbacks are lost. */
let callbacksArrive: boolean;

const value = 'A'.repeat(43);
const link = `https://drop.clinic.example/upload?token=${value}`;
const request = (given: Partial<SendSmsRequest> = {}): SendSmsRequest => ({
  deliveryId: randomUUID(),
  tokenId: randomUUID(),
  senderId: people.ana.id,
  to: '+447700900123',
  body: 'Please send your document: {link}',
  link,
  ...given,
});

async function post(body: unknown, caller: keyof typeof keys | null = 'token'): Promise<Response> {
  return fetch(`${service.url}/internal/sms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(caller && { authorization: await bearer(caller) }) },
    body: JSON.stringify(body),
  });
}

async function send(body: SendSmsRequest): Promise<SendSmsResponse> {
  const response = await post(body);
  expect(response.status).toBe(200);
  return sendSmsResponse.parse(((await response.json()) as { data: unknown }).data);
}

const row = (id: string) => service.prisma.smsDelivery.findUniqueOrThrow({ where: { id } });
const reconcile = () => service.app.get(ReconcileSms).execute();

/** The emitted statuses of a delivery, in order. */
async function told(deliveryId: string): Promise<[number, string, string | null][]> {
  const rows = await service.prisma.outbox.findMany({
    where: { aggregateId: deliveryId, type: 'sms.status_changed' },
    orderBy: { createdAt: 'asc' },
  });
  return rows.map(({ envelope }) => {
    const { aggregateVersion, data } = envelope as {
      aggregateVersion: number;
      data: { status: string; errorCode: string | null };
    };
    return [aggregateVersion, data.status, data.errorCode];
  });
}

async function start(more: Environment = {}): Promise<void> {
  service = await startService({ ...env, ...more });
}

async function restart(more: Environment): Promise<void> {
  await service.stop();
  await start(more);
}

beforeEach(async () => {
  database = await notificationDatabase();
  emulator = await startTwilioEmulator({ stepMs: 20 });
  twilio = await TwilioFaultProxy.start(emulator.url);
  callbacks = [];
  callbacksArrive = true;
  gateway = await startRelayServer(async (incoming, body, response) => {
    if (!callbacksArrive) return void response.writeHead(204).end();
    const target = `${service.url}${(incoming.url ?? '').replace('/api', '')}`;
    callbacks.push(
      await passOn(incoming, body, response, target, { authorization: await bearer('gateway') }),
    );
  });
  env = environment({
    DATABASE_URL: database.url,
    TWILIO_API_URL: twilio.url,
    TWILIO_STATUS_CALLBACK_URL: `${gateway.url}/api/twilio/status`,
    TWILIO_TIMEOUT_MS: '700',
  });
  await start();
});

afterEach(async () => {
  await emulator.stop();
  await service.stop();
  await twilio.stop();
  await gateway.stop();
  await database.drop();
});

describe('sending a text', () => {
  it('a text message is accepted, and its delivery is published later', async () => {
    const asked = request();
    expect(await send(asked)).toEqual({
      outcome: 'accepted',
      status: expect.stringMatching(/sent|delivered/) as string,
    });
    expect(emulator.messages.map(({ to, body }) => [to, body])).toEqual([
      ['+447700900123', `Please send your document: ${link}`],
    ]);
    await eventually(async () =>
      expect((await told(asked.deliveryId)).at(-1)).toEqual([2, 'delivered', null]),
    );
    expect(await told(asked.deliveryId)).toEqual([
      [1, 'sent', null],
      [2, 'delivered', null],
    ]);
    expect(callbacks.every((status) => status === 204)).toBe(true);
    expect((await row(asked.deliveryId)).checkAt).toBeNull();
  });

  it('neither text nor link of an SMS is stored, and neither link nor number is logged', async () => {
    const asked = request();
    await send(asked);
    const stored = await service.prisma.$queryRaw`
      SELECT (SELECT json_agg(d) FROM sms_deliveries d) AS d, (SELECT json_agg(o) FROM outbox o) AS o`;
    expect(JSON.stringify(stored)).toContain(asked.deliveryId);
    expect(JSON.stringify(stored)).not.toContain('Please send your document');
    expect(JSON.stringify(stored)).not.toContain(value);
    expect(service.logged()).toContain('text message');
    expect(service.logged()).not.toContain(value);
    expect(service.logged()).not.toContain('7700900123');
  });

  it('a text message that the provider refuses is reported with a clear reason and publishes nothing', async () => {
    const asked = request({ to: '+447700909999' });
    expect(await send(asked)).toEqual({
      outcome: 'refused',
      reason: 'This is not a phone number. Please check it.',
      code: '21211',
    });
    expect((await row(asked.deliveryId)).errorCode).toBe('21211');
    expect(await told(asked.deliveryId)).toEqual([]);
  });

  it('an accepted text message that fails later is published with its error code', async () => {
    const asked = request({ to: '+447700900000' });
    expect((await send(asked)).outcome).toBe('accepted');
    await eventually(async () =>
      expect((await told(asked.deliveryId)).at(-1)).toEqual([2, 'failed', '30003']),
    );
  });

  it('repeated and concurrent requests with one delivery id send one text message', async () => {
    const asked = request();
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(asked)));
    responses.push(await send(asked));
    expect(new Set(responses.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
    expect(twilio.sends).toBe(1);
  });

  it('a text message is refused as not sent when the provider is unreachable', async () => {
    await restart({ TWILIO_API_URL: 'http://127.0.0.1:1' });
    const asked = request();
    expect(await send(asked)).toEqual({
      outcome: 'refused',
      reason: expect.stringContaining('The message was not sent') as string,
      code: 'unreachable',
    });
    expect((await row(asked.deliveryId)).state).toBe('refused');
  });
});

describe('SMS limits', () => {
  it('the SMS limit per number and day holds across clinicians', async () => {
    await restart({ SMS_PER_NUMBER_PER_DAY: '2' });
    expect((await send(request())).outcome).toBe('accepted');
    expect((await send(request({ senderId: people.ben.id }))).outcome).toBe('accepted');
    const third = await send(request({ senderId: people.chloe.id }));
    expect(third).toMatchObject({ outcome: 'limited', limit: 'number' });
    expect(third.outcome === 'limited' && third.retryAfterSeconds).toBeGreaterThan(0);
    expect((await send(request({ to: '+447700900124' }))).outcome).toBe('accepted');
    expect(twilio.sends).toBe(3);
  });

  it('the SMS limit per clinician and day holds for concurrent requests', async () => {
    await restart({ SMS_PER_CLINICIAN_PER_DAY: '3' });
    const asked = Array.from({ length: 10 }, (_, n) => request({ to: `+4477009001${String(10 + n)}` }));
    const responses = await Promise.all(asked.map(send));
    expect(responses.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(3);
    expect(
      responses.filter((response) => response.outcome === 'limited' && response.limit === 'clinician'),
    ).toHaveLength(7);
    expect((await send(request({ senderId: people.ben.id }))).outcome).toBe('accepted');
  });

  it('the allowance contains what is left of the daily limit, and the numbers that must not be texted', async () => {
    await restart({ SMS_PER_CLINICIAN_PER_DAY: '3' });
    await send(request());
    await send(request({ to: '+447700909999' }));
    await service.prisma.smsSuppression.create({ data: { phoneNumber: '+447700900177', source: 'stop' } });
    const numbers = ['+447700900176', '+447700900177'];
    const response = await fetch(`${service.url}/internal/sms/allowance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: await bearer('token') },
      body: JSON.stringify({ senderId: people.ana.id, numbers }),
    });
    const { data } = (await response.json()) as { data: SmsAllowance };
    expect(data).toMatchObject({ configured: true, left: 2, suppressed: ['+447700900177'] });
    expect(data.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('refused texts and texts of the previous day do not count against the SMS limit', async () => {
    await restart({ SMS_PER_CLINICIAN_PER_DAY: '1' });
    await send(request({ to: '+447700909999' }));
    const yesterday = request();
    expect((await send(yesterday)).outcome).toBe('accepted');
    expect((await send(request())).outcome).toBe('limited');
    const day = 86_400_000;
    await service.prisma.smsDelivery.update({
      where: { id: yesterday.deliveryId },
      data: { createdAt: new Date(Date.now() - day) },
    });
    expect((await send(request())).outcome).toBe('accepted');
  });
});

describe('a text in doubt', () => {
  it('a text message whose response was lost is not sent again and is found at the provider later', async () => {
    callbacksArrive = false;
    twilio.mood = 'response lost';
    const asked = request();
    const reason = expect.stringContaining('may or may not') as string;
    const unclear = { outcome: 'refused', reason, code: 'in_doubt' };
    expect(await send(asked)).toEqual(unclear);
    expect((await row(asked.deliveryId)).state).toBe('unknown');
    twilio.mood = 'well';
    expect(await send(asked)).toEqual(unclear);
    expect(await told(asked.deliveryId)).toEqual([]);
    await reconcile();
    expect((await row(asked.deliveryId)).providerSid).toBe(emulator.messages[0]?.sid);
    expect((await told(asked.deliveryId)).length).toBeGreaterThan(0);
    expect((await send(asked)).outcome).toBe('accepted');
    expect(twilio.sends).toBe(1);
  });

  it('a text message whose response was lost is settled by a callback', async () => {
    twilio.mood = 'response lost';
    const asked = request();
    await send(asked);
    await eventually(async () => expect((await told(asked.deliveryId)).at(-1)?.[1]).toBe('delivered'));
    expect((await row(asked.deliveryId)).state).toBe('accepted');
    expect(twilio.sends).toBe(1);
  });

  it.each(['request lost', 'broken'] as const)(
    'a text message that the provider never accepted is marked as lost, and this is published (%s)',
    async (mood) => {
      await restart({ SMS_LOST_AFTER_MS: '1' });
      twilio.mood = mood;
      const asked = request();
      expect((await send(asked)).outcome).toBe('refused');
      expect((await row(asked.deliveryId)).state).toBe('unknown');
      await reconcile();
      expect(await row(asked.deliveryId)).toMatchObject({ state: 'lost', checkAt: null });
      expect(await told(asked.deliveryId)).toEqual([[1, 'failed', LOST]]);
      expect(await send(asked)).toEqual({ outcome: 'refused', reason: smsReason(LOST), code: LOST });
      expect(twilio.sends).toBe(1);
    },
  );

  it('a callback that arrives after a text message was marked as lost proves that it was sent', async () => {
    await restart({ SMS_LOST_AFTER_MS: '1' });
    twilio.mood = 'request lost';
    const { deliveryId, ...asked } = request();
    await send({ deliveryId, ...asked });
    await reconcile();
    const message = { sid: 'SM1', status: 'delivered', errorCode: null };
    await service.app.get(ApplySmsOutcome).heard(deliveryId, message);
    expect(await told(deliveryId)).toEqual([
      [1, 'failed', LOST],
      [2, 'delivered', null],
    ]);
  });

  it('a text message whose sending process died before the response is in doubt and is not sent again', async () => {
    const { deliveryId: id, tokenId, senderId, to: phoneNumber, body: template } = request();
    const createdAt = new Date(Date.now() - 5_000);
    await service.prisma.smsDelivery.create({
      data: { id, tokenId, senderId, phoneNumber, template, textHash: Buffer.alloc(32), createdAt },
    });
    await reconcile();
    expect((await row(id)).state).toBe('unknown');
    expect(twilio.sends).toBe(0);
  });

  it('a text message with an unknown outcome is not matched with an identical one to the same number', async () => {
    callbacksArrive = false;
    const first = request();
    await send(first);
    twilio.mood = 'request lost';
    const same = request();
    await send(same);
    await reconcile();
    expect(await row(same.deliveryId)).toMatchObject({ state: 'unknown', providerSid: null });
  });

  describe('and a later identical text', () => {
    const unknown = { state: 'unknown', providerSid: null };
    let first: SendSmsRequest;
    let second: SendSmsRequest;
    beforeEach(async () => {
      callbacksArrive = false;
      twilio.mood = 'request lost';
      await send((first = request()));
      twilio.mood = 'response lost';
      await send((second = request()));
      twilio.mood = 'well';
    });
    const sid = () => emulator.messages[0]!.sid;
    const awaitResponse = () =>
      service.prisma.smsDelivery.update({
        where: { id: second.deliveryId },
        data: { state: 'sending', checkAt: null },
      });
    const respond = () =>
      service.app.get(ApplySmsOutcome).sent(second.deliveryId, {
        kind: 'accepted',
        message: { sid: sid(), status: 'queued', errorCode: null },
      });

    it('a text in doubt is not matched with a later identical one whose response is awaited', async () => {
      await awaitResponse();
      await reconcile();
      expect(await row(first.deliveryId)).toMatchObject(unknown);
      await respond();
      expect((await row(second.deliveryId)).providerSid).toBe(sid());
    });

    it('the later of two identical texts in doubt is matched with the only message', async () => {
      await reconcile();
      expect(await row(first.deliveryId)).toMatchObject(unknown);
      expect((await row(second.deliveryId)).providerSid).toBe(sid());
    });

    it('a text in doubt is marked as lost only once a later identical one is settled', async () => {
      await restart({ SMS_LOST_AFTER_MS: '1' });
      await awaitResponse();
      await reconcile();
      expect(await row(first.deliveryId)).toMatchObject(unknown);
      await respond();
      // The job's round at the service's start may be planning the next check at the same time.
      await eventually(async () => {
        await service.prisma.smsDelivery.updateMany({ data: { checkAt: new Date() } });
        await reconcile();
        expect((await row(first.deliveryId)).state).toBe('lost');
      });
    });
  });
});

describe('a missing callback', () => {
  it('the delivery of a text message is found by polling when callbacks are lost', async () => {
    callbacksArrive = false;
    await restart({ SMS_CHECK_AFTER_MS: '1' });
    const asked = request();
    await send(asked);
    await eventually(async () => {
      await reconcile();
      await service.prisma.smsDelivery.updateMany({
        where: { checkAt: { not: null } },
        data: { checkAt: new Date() },
      });
      expect((await told(asked.deliveryId)).at(-1)?.[1]).toBe('delivered');
    });
    expect((await row(asked.deliveryId)).checkAt).toBeNull();
  });
});

describe('stored numbers and texts', () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const forget = () => service.app.get(ForgetTexts).execute();
  const stored = (state: string, checkAt: Date | null, createdAt = yesterday) =>
    service.prisma.smsDelivery.create({
      data: {
        id: randomUUID(),
        tokenId: randomUUID(),
        senderId: randomUUID(),
        phoneNumber: '+447700900123',
        template: 'of version 0.1 {link}',
        textHash: Buffer.alloc(32),
        state,
        checkAt,
        createdAt,
      },
    });

  it.each(['accepted', 'refused', 'lost'])(
    'the number and text of a settled SMS are deleted once its day is over (%s)',
    async (state) => {
      const { id } = await stored(state, null);
      await forget();
      // The service's own job may have been faster, and may not have committed yet.
      await eventually(async () => expect(await row(id)).toMatchObject({ phoneNumber: '', template: '' }));
    },
  );

  it.each([
    ['was sent today', 'accepted', null, new Date()],
    ['is in doubt', 'unknown', new Date(Date.now() + 60_000), yesterday],
    ['is about to be sent', 'sending', null, yesterday],
    ['has no final status yet', 'accepted', new Date(Date.now() + 60_000), yesterday],
  ] as const)('the number and text of an SMS are kept if it %s', async (_, state, checkAt, createdAt) => {
    const { id } = await stored(state, checkAt, createdAt);
    expect(await forget()).toBe(0);
    expect((await row(id)).phoneNumber).toBe('+447700900123');
  });

  it('a late report is recorded after the number was deleted and suppresses no number', async () => {
    const { id } = await stored('accepted', null);
    await forget();
    const message = { sid: 'SM1', status: 'failed', errorCode: '21610' };
    expect(await service.app.get(ApplySmsOutcome).heard(id, message)).toBe(true);
    expect((await row(id)).providerStatus).toBe('failed');
    expect(await service.prisma.smsSuppression.count()).toBe(0);
  });
});

describe('STOP', () => {
  it('a text message to a number that sent STOP is refused without calling the provider', async () => {
    await service.prisma.smsSuppression.create({ data: { phoneNumber: '+447700900123', source: 'stop' } });
    const asked = request();
    const reason = expect.stringContaining('STOP') as string;
    const refused = { outcome: 'refused', reason, code: '21610' };
    expect(await send(asked)).toEqual(refused);
    expect(await send(asked)).toEqual(refused);
    expect(twilio.sends).toBe(0);
  });
});

describe('access control', () => {
  it.each([
    [401, null],
    [403, 'gateway'],
    [403, 'document'],
  ] as const)('a request to send an SMS returns %s to the caller %s', async (status, caller) => {
    expect((await post(request(), caller)).status).toBe(status);
    expect(twilio.sends).toBe(0);
  });

  it('a malformed request to send an SMS returns 400', async () => {
    expect((await post({ deliveryId: 'x' })).status).toBe(400);
  });
});
