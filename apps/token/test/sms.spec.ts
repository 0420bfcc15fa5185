import { randomUUID } from 'node:crypto';
import { NOT_DELIVERED, smsReason, type Token, type TokenDetails } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ForgetPhoneNumbers } from '../src/jobs/forget-phone-numbers.js';
import { ana, TokenApp } from './support/token-app.js';

let app: TokenApp;
let token: Token;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  token = await app.create();
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const send = (body: unknown, id = token.id) =>
  app.call<{ token: Token }>('POST', `/tokens/${id}/send-sms`, { as: ana, body });

const statusChanged = (
  deliveryId: string,
  status: 'delivered' | 'failed' | 'sent',
  version: number,
  errorCode: string | null = null,
): Promise<void> =>
  app.publish('notification', {
    type: 'sms.status_changed',
    aggregateId: deliveryId,
    aggregateVersion: version,
    data: { tokenId: token.id, deliveryId, status, errorCode },
  });

const untilHandled = (publish: () => Promise<void>) =>
  app.untilHandled('RecordSmsStatusChanged.handle', publish);

const deliveryOf = () => String(app.notification.calls.at(-1)?.body.deliveryId);

describe('stored phone numbers', () => {
  const stored = async () => {
    const { smsPhoneNumber } = await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
    const sends = await app.prisma.smsSend.findMany({ where: { tokenId: token.id } });
    return [smsPhoneNumber, ...sends.map(({ phoneNumber }) => phoneNumber)];
  };
  const shown = async () => (await app.listed(token.id)).smsPhoneNumber;
  const forget = () => app.get(ForgetPhoneNumbers).execute();

  it('a phone number is kept and shown while its link is active', async () => {
    await send({ phoneNumber: '07700 900123' });
    await forget();
    expect(await stored()).toEqual(['+447700900123', '+447700900123']);
    expect(await shown()).toBe('+447700900123');
  });

  it.each(['used', 'revoked'])(
    'a phone number is hidden and then deleted once its link is %s',
    async (status) => {
      await send({ phoneNumber: '07700 900123' });
      await app.prisma.token.update({ where: { id: token.id }, data: { status } });
      expect(await shown()).toBeNull();
      await forget();
      expect(await stored()).toEqual([null, '']);
      expect(await app.listed(token.id)).toMatchObject({
        hasSMS: true,
        smsStatus: 'sent',
        smsPhoneNumber: null,
      });
    },
  );

  it('the phone number of a refused text is deleted once its link is revoked', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'No such number' }));
    await send({ phoneNumber: '07700 900123' });
    await app.prisma.token.update({ where: { id: token.id }, data: { status: 'revoked' } });
    await forget();
    expect(await stored()).toEqual([null, '']);
  });

  it('a phone number is not restored by a delivery report after its link has ended', async () => {
    await send({ phoneNumber: '07700 900123' });
    await app.prisma.token.update({ where: { id: token.id }, data: { status: 'used' } });
    await forget();
    await statusChanged(deliveryOf(), 'delivered', 2);
    await eventually(async () => expect((await app.listed(token.id)).smsStatus).toBe('delivered'));
    expect(await stored()).toEqual([null, '']);
  });

  it('the sweep deletes the phone number of an ended link', async () => {
    const own = await TokenApp.start({ SWEEP_INTERVAL_MS: '20' });
    try {
      const { id } = await own.create();
      const ended = { status: 'used', smsPhoneNumber: '+447700900123' };
      await own.prisma.token.update({ where: { id }, data: ended });
      await eventually(async () =>
        expect((await own.prisma.token.findUniqueOrThrow({ where: { id } })).smsPhoneNumber).toBeNull(),
      );
    } finally {
      await own.stop();
    }
  });
});

describe('POST /tokens/{id}/send-sms', () => {
  it('the default SMS text is sent and shown as sent', async () => {
    const response = await send({ phoneNumber: '07700 900123', customMessage: '  ' });
    expect(response).toMatchObject({
      status: 200,
      body: {
        message: 'SMS sent successfully!',
        data: { token: { hasSMS: true, smsStatus: 'sent', smsPhoneNumber: '+447700900123' } },
      },
    });
    expect(app.notification.calls.at(-1)?.body).toMatchObject({
      to: '+447700900123',
      body: 'You have been invited to upload a document securely: {link}',
      link: `https://care.example/upload?token=${token.token}`,
      senderId: ana.userId,
      tokenId: token.id,
    });
  });

  it('the link in a custom SMS is sent as a placeholder', async () => {
    await send({
      phoneNumber: '07700 900123',
      customMessage: `Dear A: https://care.example/upload?token=${token.token}`,
    });
    expect(app.notification.calls.at(-1)?.body).toMatchObject({ body: 'Dear A: {link}' });
  });

  it('an SMS that the provider refuses returns 502 with the reason and changes nothing', async () => {
    app.notification.on('/internal/sms', () => ({
      outcome: 'refused',
      reason: smsReason('21614'),
      code: '21614',
    }));
    expect(await send({ phoneNumber: '07700 900123' })).toMatchObject({
      status: 502,
      body: {
        status: 'error',
        code: 'sms_refused',
        message: smsReason('21614'),
        params: { reason: '21614' },
      },
    });
    expect(await app.listed(token.id)).toMatchObject({
      hasSMS: false,
      smsStatus: null,
      smsPhoneNumber: null,
    });
  });

  it('an SMS over a limit returns 429', async () => {
    app.notification.on('/internal/sms', () => ({
      outcome: 'limited',
      limit: 'number',
      retryAfterSeconds: 60,
    }));
    expect((await send({ phoneNumber: '07700 900123' })).status).toBe(429);
  });

  it('an unreachable notification service returns 503 and changes nothing', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('away');
    });
    expect((await send({ phoneNumber: '07700 900123' })).status).toBe(503);
    expect((await app.listed(token.id)).hasSMS).toBe(false);
  });

  it.each([
    [{}, 'Phone number is required'],
    [{ phoneNumber: '  ' }, 'Phone number is required'],
    [{ phoneNumber: 'abc' }, 'Please enter a valid phone number'],
    [{ phoneNumber: '020 7946 0958' }, 'Please enter a valid phone number'],
  ])('the SMS request %o is refused with 400', async (body, message) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { message } });
  });

  it('an SMS for a revoked link is refused with 409', async () => {
    await app.call('PATCH', `/tokens/${token.id}`, { as: ana, body: { status: 'revoked' } });
    expect(await send({ phoneNumber: '07700 900123' })).toMatchObject({
      status: 409,
      body: { message: 'SMS can only be sent for active tokens' },
    });
  });
});

describe('a repeated request for a text', () => {
  const body = { phoneNumber: '07700 900123' };
  const repeat = (key: string) =>
    app.call<{ token: Token }>('POST', `/tokens/${token.id}/send-sms`, {
      as: ana,
      body,
      headers: { 'idempotency-key': key },
    });
  const deliveries = (from: number) =>
    new Set(app.notification.calls.slice(from).map((call) => String(call.body.deliveryId)));

  it('two simultaneous requests with the same key hand over the same text', async () => {
    const before = app.notification.calls.length;
    const responses = await Promise.all([repeat('double-click'), repeat('double-click')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(deliveries(before).size).toBe(1);
    expect(await app.prisma.smsSend.count({ where: { tokenId: token.id } })).toBe(1);
  });

  it('a later request with the same key is not passed on, even if the link has been used since', async () => {
    await repeat('lost-response');
    const before = app.notification.calls.length;
    await app.prisma.token.update({ where: { id: token.id }, data: { status: 'used' } });
    expect((await repeat('lost-response')).status).toBe(200);
    expect(app.notification.calls.length).toBe(before);
  });

  it('an earlier text that turns out to be accepted does not replace a later text to another number', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('the response is lost');
    });
    expect((await repeat('interrupted')).status).toBe(503);
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await send({ phoneNumber: '07700 900124' });
    expect((await repeat('interrupted')).body.data.token).toMatchObject({ smsPhoneNumber: '+447700900124' });
    expect(await app.listed(token.id)).toMatchObject({ smsStatus: 'sent', smsPhoneNumber: '+447700900124' });
  });

  it.each([
    ['before a text no longer counts', 'before', null],
    ['after a text still counts', 'after', expect.any(Date) as Date],
  ])('an opening %s once the text’s acceptance becomes known', async (_what, when, openedAt) => {
    app.notification.on('/internal/sms', () => {
      throw new Error('the response is lost');
    });
    const open = () => app.call('POST', '/links/opened', { body: { token: token.token } });
    if (when === 'before') await open();
    await repeat('late');
    if (when === 'after') await open();
    await statusChanged(deliveryOf(), 'delivered', 1);
    await eventually(async () =>
      expect(await app.listed(token.id)).toMatchObject({ smsStatus: 'delivered' }),
    );
    expect(await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } })).toMatchObject({ openedAt });
  });

  it('a request with another key sends another text', async () => {
    const before = app.notification.calls.length;
    await repeat('first');
    await repeat('second');
    expect(deliveries(before).size).toBe(2);
  });
});

describe('sms.status_changed', () => {
  it('an SMS status is shown and not replaced by an older one', async () => {
    await send({ phoneNumber: '07700 900123' });
    await statusChanged(deliveryOf(), 'delivered', 3);
    await eventually(async () =>
      expect(await app.listed(token.id)).toMatchObject({ smsStatus: 'delivered' }),
    );
    await untilHandled(() => statusChanged(deliveryOf(), 'sent', 2));
    expect(await app.listed(token.id)).toMatchObject({ smsStatus: 'delivered' });
    await statusChanged(deliveryOf(), 'failed', 4);
    await eventually(async () => expect(await app.listed(token.id)).toMatchObject({ smsStatus: 'failed' }));
  });

  it('the reason for a failed SMS is shown until the next one is sent', async () => {
    const shown = async () =>
      (await app.call<{ token: TokenDetails }>('GET', `/tokens/${token.id}`, { as: ana })).body.data.token;
    await send({ phoneNumber: '07700 900123' });
    expect((await shown()).smsReason).toBeUndefined();
    await statusChanged(deliveryOf(), 'failed', 2, '30005');
    await eventually(async () =>
      expect(await shown()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('30005') }),
    );
    await send({ phoneNumber: '07700 900124' });
    expect((await shown()).smsReason).toBeUndefined();
  });

  it('a failed SMS without a reason is shown with a general one', async () => {
    await send({ phoneNumber: '07700 900123' });
    await statusChanged(deliveryOf(), 'failed', 2);
    await eventually(async () => {
      const response = await app.call<{ token: TokenDetails }>('GET', `/tokens/${token.id}`, { as: ana });
      expect(response.body.data.token.smsReason).toBe(smsReason(NOT_DELIVERED));
    });
  });

  it('an SMS status that arrives before the response to the send is kept', async () => {
    app.notification.on('/internal/sms', async ({ deliveryId }) => {
      await statusChanged(String(deliveryId), 'delivered', 2);
      await eventually(async () => {
        const row = await app.prisma.smsSend.findUniqueOrThrow({ where: { deliveryId: String(deliveryId) } });
        expect(row.status).toBe('delivered');
      });
      return { outcome: 'accepted', status: 'sent' };
    });
    expect((await send({ phoneNumber: '07700 900123' })).body.data.token.smsStatus).toBe('delivered');
  });

  it.each([
    ['arrives before the response', () => ({ outcome: 'accepted', status: 'sent' })],
    ['arrives although the response is lost', () => Promise.reject(new Error('planted'))],
  ])('an SMS whose status %s is audited once as sent, by the person who sent it', async (_what, response) => {
    app.notification.on('/internal/sms', async ({ deliveryId }) => {
      await untilHandled(() => statusChanged(String(deliveryId), 'delivered', 2));
      return response();
    });
    await app.prisma.outbox.deleteMany();
    await send({ phoneNumber: '07700 900123' });
    const sent = (await app.audited('token.send_sms')).filter(({ outcome }) => outcome === 'success');
    expect(sent).toMatchObject([
      { actor: { kind: 'user', id: ana.userId }, related: [{ kind: 'delivery', id: deliveryOf() }] },
    ]);
  });

  it('the status of an earlier SMS does not replace that of the latest', async () => {
    await send({ phoneNumber: '07700 900123' });
    const first = deliveryOf();
    await send({ phoneNumber: '07700 900124' });
    await untilHandled(() => statusChanged(deliveryOf(), 'delivered', 2));
    await untilHandled(() => statusChanged(first, 'failed', 2));
    expect(await app.listed(token.id)).toMatchObject({
      smsStatus: 'delivered',
      smsPhoneNumber: '+447700900124',
    });
  });

  it('an SMS that was assumed to be refused is shown once its delivery status arrives', async () => {
    app.notification.on('/internal/sms', () => ({
      outcome: 'refused',
      reason: 'It is not known whether it was sent',
    }));
    await send({ phoneNumber: '07700 900123' });
    expect((await app.listed(token.id)).hasSMS).toBe(false);
    await statusChanged(deliveryOf(), 'delivered', 2);
    await eventually(async () =>
      expect(await app.listed(token.id)).toMatchObject({
        hasSMS: true,
        smsStatus: 'delivered',
        smsPhoneNumber: '+447700900123',
      }),
    );
  });

  it('the status of an unknown SMS is ignored', async () => {
    await statusChanged(randomUUID(), 'failed', 1);
    await send({ phoneNumber: '07700 900123' });
    await statusChanged(deliveryOf(), 'delivered', 2);
    await eventually(async () =>
      expect(await app.listed(token.id)).toMatchObject({ smsStatus: 'delivered' }),
    );
  });
});
