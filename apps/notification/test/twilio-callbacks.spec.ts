import { randomUUID } from 'node:crypto';
import { people, type TestDatabase } from '@caredrop/testing';
import twilio from 'twilio';
import { notificationDatabase } from './support/database.js';
import { bearer, type keys } from './support/keys.js';
import { environment, startService, type RunningService } from './support/service.js';

const callbackUrl = 'https://drop.clinic.example/api/twilio/status';
const authToken = 'emulator-auth-token';

let database: TestDatabase;
let service: RunningService;
let deliveryId: string;

interface Callback {
  query?: string;
  signature?: string | null;
  caller?: keyof typeof keys | null;
}

/** Posts a callback as the gateway forwards it, signed as Twilio signs it unless specified otherwise. */
async function post(params: Record<string, string>, given: Callback = {}): Promise<number> {
  const { query = `delivery=${deliveryId}`, caller = 'gateway' } = given;
  const signed = twilio.getExpectedTwilioSignature(
    authToken,
    `${callbackUrl}${query && `?${query}`}`,
    params,
  );
  const signature = given.signature === undefined ? signed : given.signature;
  const response = await fetch(`${service.url}/twilio/status${query && `?${query}`}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signature !== null && { 'x-twilio-signature': signature }),
      ...(caller && { authorization: await bearer(caller) }),
    },
    body: new URLSearchParams(params).toString(),
  });
  return response.status;
}

const status = (MessageStatus: string, more: Record<string, string> = {}) => ({
  AccountSid: `AC${'0'.repeat(32)}`,
  MessageSid: 'SM00000000000000000000000000000001',
  MessageStatus,
  SmsStatus: MessageStatus,
  To: '+447700900123',
  From: '+447700900000',
  ...more,
});

const row = () => service.prisma.smsDelivery.findUniqueOrThrow({ where: { id: deliveryId } });

async function told(): Promise<string[]> {
  const events = await service.prisma.outbox.findMany({ orderBy: { createdAt: 'asc' } });
  return events.map(({ envelope }) => {
    const { aggregateVersion, data } = envelope as { aggregateVersion: number; data: { status: string } };
    return `${String(aggregateVersion)} ${data.status}`;
  });
}

beforeEach(async () => {
  database = await notificationDatabase();
  service = await startService(
    environment({ DATABASE_URL: database.url, TWILIO_STATUS_CALLBACK_URL: callbackUrl }),
  );
  deliveryId = randomUUID();
  await service.prisma.smsDelivery.create({
    data: {
      id: deliveryId,
      tokenId: randomUUID(),
      senderId: people.ana.id,
      phoneNumber: '+447700900123',
      template: '{link}',
      textHash: Buffer.alloc(32),
    },
  });
});

afterEach(async () => {
  await service.stop();
  await database.drop();
});

describe('a status callback', () => {
  it.each([
    ['missing', null],
    ['invalid', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['made with another token', twilio.getExpectedTwilioSignature('guess', callbackUrl, status('delivered'))],
  ])(
    'a callback is refused with 403 and changes nothing when its signature is %s',
    async (_name, signature) => {
      expect(await post(status('delivered'), { signature })).toBe(403);
      expect((await row()).providerStatus).toBeNull();
      expect(await told()).toEqual([]);
    },
  );

  it('a callback signed for another delivery is refused', async () => {
    const params = status('failed');
    const query = `delivery=${randomUUID()}`;
    const signature = twilio.getExpectedTwilioSignature(authToken, `${callbackUrl}?${query}`, params);
    expect(await post(params, { signature })).toBe(403);
  });

  it.each([
    [401, null],
    [403, 'token'],
  ] as const)(
    'a callback returns %s when it does not come from the gateway (%s)',
    async (expected, caller) => {
      expect(await post(status('delivered'), { caller })).toBe(expected);
    },
  );

  it('a repeated status callback publishes one event', async () => {
    for (let times = 0; times < 3; times += 1) expect(await post(status('delivered'))).toBe(204);
    expect(await told()).toEqual(['1 delivered']);
  });

  it('neither an earlier status nor a failure replaces "delivered"', async () => {
    for (const next of ['delivered', 'sent', 'queued', 'failed', 'undelivered', 'sending'])
      expect(await post(status(next))).toBe(204);
    expect((await row()).providerStatus).toBe('delivered');
    expect(await told()).toEqual(['1 delivered']);
  });

  it('no later status callback turns a failure into a delivery', async () => {
    await post(status('undelivered', { ErrorCode: '30003' }));
    await post(status('delivered'));
    expect(await row()).toMatchObject({ providerStatus: 'undelivered', errorCode: '30003' });
    expect(await told()).toEqual(['1 failed']);
  });

  it('a status event is published only when the shown status changes, with increasing versions', async () => {
    for (const next of ['queued', 'sending', 'sent', 'delivered', 'read']) await post(status(next));
    expect((await row()).providerStatus).toBe('read');
    expect(await told()).toEqual(['1 sent', '2 delivered']);
  });

  it('concurrent status callbacks end with "delivered" and consecutive versions', async () => {
    const all = ['queued', 'sent', 'delivered', 'sent', 'queued', 'delivered'];
    expect(await Promise.all(all.map((next) => post(status(next))))).toEqual(all.map(() => 204));
    expect((await row()).providerStatus).toBe('delivered');
    const versions = (await told()).map((event) => Number(event.split(' ')[0]));
    expect(versions).toEqual(versions.map((_version, index) => index + 1));
    expect((await told()).at(-1)).toMatch(/delivered$/);
  });

  it('a status callback without a delivery id is matched by its message id', async () => {
    await post(status('queued'));
    expect(await post(status('delivered'), { query: '' })).toBe(204);
    expect(await told()).toEqual(['1 sent', '2 delivered']);
  });

  it('a status callback for an unknown message returns 204 and is logged', async () => {
    expect(await post(status('delivered'), { query: `delivery=${randomUUID()}` })).toBe(204);
    expect(service.logged()).toContain('received the status of an unknown text message');
  });

  it('a status callback with code 21610 suppresses the number', async () => {
    await post(status('failed', { ErrorCode: '21610' }));
    expect(
      await service.prisma.smsSuppression.findMany({ select: { phoneNumber: true, source: true } }),
    ).toEqual([{ phoneNumber: '+447700900123', source: '21610' }]);
  });
});

describe('an incoming text', () => {
  const incoming = (Body: string) => ({
    MessageSid: 'SM2',
    SmsStatus: 'received',
    From: '+447700900123',
    Body,
  });

  it('an incoming STOP suppresses the number, and START lifts it', async () => {
    expect(await post(incoming('Stop'), { query: '' })).toBe(204);
    expect(await service.prisma.smsSuppression.count()).toBe(1);
    expect(await post(incoming('hello'), { query: '' })).toBe(204);
    expect(await service.prisma.smsSuppression.count()).toBe(1);
    expect(await post(incoming('START'), { query: '' })).toBe(204);
    expect(await service.prisma.smsSuppression.count()).toBe(0);
  });

  it('a repeated STOP is audited once, without the number', async () => {
    const since = new Date();
    for (const _time of [1, 2]) await post(incoming('STOP'), { query: '' });
    const acts = await service.prisma.$queryRaw<{ data: object }[]>`
      SELECT envelope->'data' AS data FROM outbox
      WHERE envelope->'data'->>'action' = 'sms.suppress' AND created_at >= ${since}`;
    expect(acts).toEqual([{ data: expect.objectContaining({ outcome: 'success', codes: ['by.stop'] }) }]);
    expect(JSON.stringify(acts)).not.toContain('447700900123');
  });

  it('an incoming STOP without a signature is refused', async () => {
    expect(await post(incoming('STOP'), { query: '', signature: null })).toBe(403);
    expect(await service.prisma.smsSuppression.count()).toBe(0);
  });
});
