import { randomUUID } from 'node:crypto';
import { people, type TestDatabase } from '@caredrop/testing';
import twilio from 'twilio';
import { ReconcileSms } from '../src/sms/reconcile-sms.js';
import { notificationDatabase } from './support/database.js';
import { bearer } from './support/keys.js';
import { environment, startService, type RunningService } from './support/service.js';

const callbackUrl = 'https://drop.clinic.example/api/twilio/status';
/** As docker compose starts it without Twilio settings: account variables empty, callback URL set. */
const noAccount = {
  TWILIO_ACCOUNT_SID: '',
  TWILIO_AUTH_TOKEN: '',
  TWILIO_FROM: '',
  TWILIO_API_URL: '',
  TWILIO_STATUS_CALLBACK_URL: callbackUrl,
};

let database: TestDatabase;
let service: RunningService;

beforeAll(async () => {
  database = await notificationDatabase();
  service = await startService(environment({ DATABASE_URL: database.url, ...noAccount }));
});

/** Number of texts counted with this outcome so far; includes earlier spec files of the process. */
async function counted(outcome: string): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const line = new RegExp(`^sms_outcomes_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm');
  return Number(line.exec(metrics)?.[1] ?? 0);
}

afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function ask(deliveryId: string): Promise<unknown> {
  const response = await fetch(`${service.url}/internal/sms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await bearer('token') },
    body: JSON.stringify({
      deliveryId,
      tokenId: randomUUID(),
      senderId: people.ana.id,
      to: '+447700900123',
      body: 'Please send your document: {link}',
      link: 'https://drop.clinic.example/upload?token=x',
    }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: unknown }).data;
}

describe('a service without a Twilio account', () => {
  it('the service starts and logs one warning that SMS is off', () => {
    const lines = service.logged().split('\n');
    const said = lines.filter((line) => line.includes('SMS is off'));
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 'warn' });
  });

  it('a text message is refused with a clear reason, publishes no event and is counted as off', async () => {
    const deliveryId = randomUUID();
    const [off, refused] = [await counted('off'), await counted('refused')];
    expect(await ask(deliveryId)).toEqual({
      outcome: 'refused',
      reason:
        'SMS is not set up here. Please give the patient the link another way. Please tell your administrator.',
      code: 'not_set_up',
    });
    expect(await service.prisma.smsDelivery.findUniqueOrThrow({ where: { id: deliveryId } })).toMatchObject({
      state: 'refused',
      errorCode: 'not_set_up',
      checkAt: null,
    });
    expect(await service.prisma.outbox.count()).toBe(0);
    expect([await counted('off'), await counted('refused')]).toEqual([off + 1, refused]);
  });

  it('a text message accepted before SMS was off is still reported as accepted', async () => {
    const id = randomUUID();
    const sent = { tokenId: randomUUID(), senderId: people.ana.id, phoneNumber: '+447700900123' };
    const data = { id, ...sent, template: 'x', textHash: new Uint8Array(32), state: 'accepted' };
    await service.prisma.smsDelivery.create({ data: { ...data, providerStatus: 'delivered' } });
    expect(await ask(id)).toEqual({ outcome: 'accepted', status: 'delivered' });
  });

  it('a text message in doubt is not marked as lost while SMS is off', async () => {
    const id = randomUUID();
    const sent = { tokenId: randomUUID(), senderId: people.ana.id, phoneNumber: '+447700900123' };
    const createdAt = new Date(Date.now() - 86_400_000);
    const data = { id, ...sent, template: 'x', textHash: new Uint8Array(32), state: 'unknown' };
    await service.prisma.smsDelivery.create({ data: { ...data, createdAt, checkAt: createdAt } });
    await service.app.get(ReconcileSms).execute();
    expect((await service.prisma.smsDelivery.findUniqueOrThrow({ where: { id } })).state).toBe('unknown');
  });

  it.each(['', 'undefined'])(
    'a callback signed with %j as the token is refused while SMS is off',
    async (token) => {
      const params = { MessageSid: 'SM1', MessageStatus: 'delivered' };
      const response = await fetch(`${service.url}/twilio/status`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': twilio.getExpectedTwilioSignature(token, callbackUrl, params),
          authorization: await bearer('gateway'),
        },
        body: new URLSearchParams(params).toString(),
      });
      expect(response.status).toBe(403);
    },
  );
});
