import { randomUUID } from 'node:crypto';
import { IN_DOUBT, LOST, type Document, type Thanks, type ThanksSentence } from '@caredrop/contracts';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { eventually } from '@caredrop/testing';
import { ForgetPhoneNumbers } from '../src/jobs/forget-phone-numbers.js';
import { aLink } from './support/a-link.js';
import { aNumber } from './support/a-reminded-link.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;
let documents: Pick<Document, 'file_url'>[];

beforeAll(async () => {
  app = await TokenApp.start({ THANKS: 'on' });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  documents = [{ file_url: 'https://care.example/file' }];
  app.document.on('/internal/documents/by-token', (body) => ({
    documents: documents.map((document) => aDocument(String(body.tokenId), document)),
  }));
});

function aDocument(tokenId: string, { file_url }: Pick<Document, 'file_url'>): Document {
  const at = new Date().toISOString();
  return {
    ...{
      id: randomUUID(),
      token_id: tokenId,
      patient_ref_id: 'P-1',
      created_at: at,
      comment: null,
      file_url,
    },
    ...{ file_name: 'a.pdf', file_type: 'application/pdf', file_size: 7 },
    tokens: { token: 't', status: 'active', created_at: at, expires_at: at },
    user: { firstName: 'Ana', lastName: 'Clinician' },
    review: { state: 'new', by: null, at: null },
    seen: false,
  };
}

/** A link that was texted and has received its document. */
async function received({ service = app, texted = true } = {}) {
  const link = await aLink(service).make();
  const phoneNumber = aNumber();
  if (texted) await service.call('POST', `/tokens/${link.id}/send-sms`, { as: ana, body: { phoneNumber } });
  await service.claim(link.token, link.claimId);
  await service.step(link.claimId, 'confirm', link.sent);
  await service.complete(link.claimId, link.sent);
  service.notification.calls.length = 0;
  return { ...link, phoneNumber };
}

const thank = (id: string, sentence: unknown = 'seen', as = ana, service = app) =>
  service.call<Thanks>('POST', `/tokens/${id}/thanks`, { as, body: { sentence } });
const thanks = async (id: string, service = app): Promise<Thanks> =>
  (await service.call<Thanks>('GET', `/tokens/${id}/thanks`, { as: ana })).body.data;
const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const texts = () =>
  app.notification.calls.filter(({ path }) => path === '/internal/sms').map(({ body }) => body);
const deliveries = () => new Set(texts().map(({ deliveryId }) => deliveryId));
const sends = (tokenId: string) => app.prisma.smsSend.findMany({ where: { tokenId, thanks: { not: null } } });

describe('thanking a patient', () => {
  it('the thanks are texted once, to the number of the link, in the wording that was shown', async () => {
    const link = await received();
    const offered = await thanks(link.id);
    expect(offered).toMatchObject({ state: 'possible', phoneEnding: link.phoneNumber.slice(-3) });
    expect(offered.texts.map(({ sentence }) => sentence)).toEqual(['seen', 'done', 'contact', 'call']);
    const response = await thank(link.id, 'contact');
    expect(response).toMatchObject({ status: 200, body: { data: { state: 'sent', sentence: 'contact' } } });
    expect(texts()).toMatchObject([
      {
        to: link.phoneNumber,
        senderId: ana.userId,
        body: offered.texts.find(({ sentence }) => sentence === 'contact')?.text,
        link: '',
      },
    ]);
    expect(patientCopy('en').thanks.contact()).toBe(texts()[0]?.body);
    expect((await thank(link.id, 'contact')).body).toMatchObject({ code: 'thanks_sent' });
    expect(texts()).toHaveLength(1);
  });

  it('the text is in the language of the link, as it was shown', async () => {
    const service = await TokenApp.start({ THANKS: 'on', LANGUAGES: 'en,pl' });
    try {
      service.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
      service.document.on('/internal/documents/by-token', (body) => ({
        documents: documents.map((document) => aDocument(String(body.tokenId), document)),
      }));
      const link = await received({ service });
      await service.prisma.token.update({ where: { id: link.id }, data: { language: 'pl' } });
      const polish = patientCopy('pl').thanks.seen();
      expect((await thanks(link.id, service)).texts[0]).toEqual({ sentence: 'seen', text: polish });
      expect((await thank(link.id, 'seen', ana, service)).status).toBe(200);
      const sent = service.notification.calls.filter(({ path }) => path === '/internal/sms');
      expect(sent.map(({ body }) => body.body)).toEqual([polish]);
    } finally {
      await service.stop();
    }
  });

  it('a double click sends one text', async () => {
    const link = await received();
    await Promise.all(Array.from({ length: 10 }, () => thank(link.id)));
    expect(deliveries().size).toBe(1);
    expect(await sends(link.id)).toHaveLength(1);
  });

  it('two different sentences at once send one text', async () => {
    const link = await received();
    const sentences: ThanksSentence[] = ['seen', 'call'];
    const responses = await Promise.all(sentences.map((sentence) => thank(link.id, sentence)));
    expect(deliveries().size).toBe(1);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a retry after the notification service did not respond uses the same delivery', async () => {
    const link = await received();
    app.notification.on('/internal/sms', () => {
      throw new Error('planted');
    });
    expect((await thank(link.id, 'seen')).status).toBe(503);
    expect(await thanks(link.id)).toMatchObject({ state: 'possible', sentence: 'seen' });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    expect((await thank(link.id, 'call')).body).toMatchObject({ code: 'thanks_unconfirmed' });
    expect((await thank(link.id, 'seen')).status).toBe(200);
    expect(deliveries().size).toBe(1);
  });

  it('a text with an unknown outcome is retried only with the same delivery', async () => {
    const link = await received();
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: IN_DOUBT }));
    expect((await thank(link.id)).status).toBe(502);
    expect((await thank(link.id)).status).toBe(502);
    expect(deliveries().size).toBe(1);
  });

  it('once the provider has no record of a text in doubt, the patient is not shown as thanked and another sentence can be sent', async () => {
    const link = await received();
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: IN_DOUBT }));
    await thank(link.id, 'seen');
    const [send] = await sends(link.id);
    await smsStatusOf(() => app)(link.id, send!.deliveryId, 'failed', LOST);
    await eventually(async () => expect(await sends(link.id)).toEqual([]));
    expect(await row(link.id)).toMatchObject({ thankedAt: null });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    expect((await thank(link.id, 'call')).status).toBe(200);
    expect(deliveries().size).toBe(2);
  });

  it('another sentence can be sent after a limit or a rejection', async () => {
    const link = await received();
    app.notification.on('/internal/sms', () => ({
      outcome: 'limited',
      limit: 'clinician',
      retryAfterSeconds: 60,
    }));
    expect((await thank(link.id, 'seen')).body).toMatchObject({ code: 'sms_clinician_limit' });
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21211' }));
    expect((await thank(link.id, 'done')).body).toMatchObject({ code: 'sms_refused' });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    expect((await thank(link.id, 'call')).status).toBe(200);
  });

  it('a delivery status proves that the thanks were sent even if the response was lost, and does not change the status of the link’s own text', async () => {
    const link = await received();
    app.notification.on('/internal/sms', () => {
      throw new Error('planted');
    });
    await thank(link.id, 'done');
    const [send] = await sends(link.id);
    await smsStatusOf(() => app)(link.id, send!.deliveryId, 'failed', '30003');
    await eventually(async () =>
      expect(await thanks(link.id)).toMatchObject({ state: 'sent', sentence: 'done', status: 'failed' }),
    );
    expect(await row(link.id)).toMatchObject({ smsStatus: 'sent', smsErrorCode: null });
  });

  it.each([
    ['arrives before the response', () => ({ outcome: 'accepted', status: 'sent' })],
    ['arrives although the response is lost', () => Promise.reject(new Error('planted'))],
  ])(
    'thanks whose status %s are audited once as sent, by the person who sent them',
    async (_what, response) => {
      const link = await received();
      app.notification.on('/internal/sms', async ({ deliveryId }) => {
        await smsStatusOf(() => app)(link.id, String(deliveryId), 'delivered');
        await eventually(async () => expect((await row(link.id)).thankedAt).not.toBeNull());
        return response();
      });
      await app.prisma.outbox.deleteMany();
      await thank(link.id, 'seen', dora);
      const [send] = await sends(link.id);
      const sent = (await app.audited('token.send_thanks')).filter(({ outcome }) => outcome === 'success');
      expect(sent).toMatchObject([
        { actor: { kind: 'user', id: dora.userId }, related: [{ kind: 'delivery', id: send?.deliveryId }] },
      ]);
    },
  );

  it.each([
    ['was never texted', 'thanks_no_number', { hasSms: false, smsPhoneNumber: null }],
    ['could not be texted', 'thanks_no_number', { smsStatus: 'failed' }],
    ['has no number any more', 'thanks_no_number', { smsPhoneNumber: null }],
    [
      'received its document 15 days ago',
      'thanks_no_number',
      { receivedAt: new Date(Date.now() - 15 * 86_400_000) },
    ],
    ['has a deleted document', 'thanks_no_document', { documentState: 'deleted' }],
    ['has an infected document', 'thanks_no_document', { documentState: 'rejected' }],
  ])('thanks for a link that %s are refused with %s', async (_what, code, data) => {
    const link = await received();
    await app.prisma.token.update({ where: { id: link.id }, data });
    expect((await thank(link.id)).body).toMatchObject({ code });
    expect(await thanks(link.id)).toMatchObject({ state: 'impossible', texts: [] });
    expect(texts()).toEqual([]);
  });

  it('patients cannot be thanked for a document that is still being checked or has not arrived', async () => {
    documents = [{ file_url: null }];
    const checking = await received();
    expect((await thank(checking.id)).body).toMatchObject({ code: 'thanks_no_document' });
    const open = await app.create();
    expect((await thank(open.id)).body).toMatchObject({ code: 'thanks_no_document' });
    expect(texts()).toEqual([]);
  });

  it('another clinician gets 404, an administrator can thank the patient, and an unknown sentence is refused', async () => {
    const link = await received();
    expect((await thank(link.id, 'seen', ben)).status).toBe(404);
    expect((await thank(link.id, 'get well soon')).status).toBe(400);
    expect((await thank(link.id, 'seen', dora)).status).toBe(200);
  });
});

describe('the number for thanks', () => {
  it('the number is kept until the patient has been thanked, and then removed', async () => {
    const link = await received();
    await app.get(ForgetPhoneNumbers).execute();
    expect((await row(link.id)).smsPhoneNumber).toBe(link.phoneNumber);
    await thank(link.id);
    await app.get(ForgetPhoneNumbers).execute();
    expect((await row(link.id)).smsPhoneNumber).toBeNull();
    expect((await sends(link.id)).map(({ phoneNumber }) => phoneNumber)).toEqual(['']);
  });

  it.each([
    ['14 days after the document arrived', { receivedAt: new Date(Date.now() - 14 * 86_400_000 - 1000) }],
    ['when the document was deleted', { documentState: 'deleted' }],
  ])('the number is removed %s', async (_when, data) => {
    const link = await received();
    await app.prisma.token.update({ where: { id: link.id }, data });
    await app.get(ForgetPhoneNumbers).execute();
    expect((await row(link.id)).smsPhoneNumber).toBeNull();
  });

  it('if thanks are off, the next cleanup removes the number of a used link, and the call returns 404', async () => {
    const off = await TokenApp.start();
    try {
      off.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
      const link = await received({ service: off });
      expect(await thanks(link.id, off)).toMatchObject({ state: 'off', texts: [] });
      expect(await thank(link.id, 'seen', ana, off)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      await off.get(ForgetPhoneNumbers).execute();
      const { smsPhoneNumber } = await off.prisma.token.findUniqueOrThrow({ where: { id: link.id } });
      expect(smsPhoneNumber).toBeNull();
    } finally {
      await off.stop();
    }
  });
});
