import { createHash, randomUUID } from 'node:crypto';
import type { SendSmsRequest } from '@caredrop/contracts/internal';
import type { Emit, UnitOfWork } from '@caredrop/messaging';
import { createLogger } from '@caredrop/service-kit';
import { eventually, lockWaits, people, type TestDatabase } from '@caredrop/testing';
import type { Config } from '../src/config.js';
import { PrismaService, type Tx } from '../src/database/prisma.service.js';
import { purgeRows } from '../src/jobs/purge-rows.js';
import { ApplySmsOutcome } from '../src/sms/apply-sms-outcome.js';
import { OpenSmsDelivery } from '../src/sms/open-sms-delivery.js';
import { ReconcileSms } from '../src/sms/reconcile-sms.js';
import type { ProviderMessage, TextProvider } from '../src/sms/text-provider.js';
import { notificationDatabase } from './support/database.js';

/** Tests the conditions in the handling of text messages, each in a state in which only that condition decides. */

const config = {
  SMS_PER_NUMBER_PER_DAY: 1,
  SMS_PER_CLINICIAN_PER_DAY: 2,
  SMS_RECONCILE_MS: 60_000,
  SMS_CHECK_AFTER_MS: 60_000,
  SMS_LOST_AFTER_MS: 3_600_000,
  TWILIO_TIMEOUT_MS: 10_000,
} as Config;
const HOUR = 3_600_000;
const number = '+447700900123';

let database: TestDatabase;
let prisma: PrismaService;
/** Emitted events, as `type version`. */
let told: string[];
let work: UnitOfWork<Tx>;
/** Replacements for methods of the provider, which otherwise finds no message. */
let provider: { find?: () => Promise<ProviderMessage | null>; sentTo?: TextProvider['sentTo'] };

beforeAll(async () => {
  database = await notificationDatabase();
  prisma = new PrismaService(database.url, 6);
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});
beforeEach(async () => {
  await prisma.$executeRaw`TRUNCATE sms_deliveries, sms_suppressions, mail_deliveries`;
  [told, provider] = [[], {}];
  const emit: Emit = (event) => {
    told.push(`${event.type} ${String(event.aggregateVersion)}`);
    return Promise.resolve({} as never);
  };
  const run = (each: (tx: Tx, emit: Emit) => Promise<unknown>) =>
    prisma.$transaction((tx) => each(tx, emit), { timeout: 60_000 });
  work = { run } as unknown as UnitOfWork<Tx>;
});

const ago = (ms: number) => new Date(Date.now() - ms);
const row = (id: string) => prisma.smsDelivery.findUniqueOrThrow({ where: { id } });
async function delivery(data: object = {}): Promise<string> {
  const id = randomUUID();
  const asked = { id, tokenId: randomUUID(), senderId: people.ana.id, phoneNumber: number };
  const text = { template: '{link}', textHash: new Uint8Array(createHash('sha256').update('text').digest()) };
  await prisma.smsDelivery.create({ data: { ...asked, ...text, ...data } });
  return id;
}

describe('the daily SMS limits', () => {
  const open = async (given: Partial<SendSmsRequest> = {}) => {
    const asked = { deliveryId: randomUUID(), tokenId: randomUUID(), senderId: people.ana.id };
    const request = { ...asked, to: number, body: '{link}', link: 'l', ...given };
    const opened = await new OpenSmsDelivery(prisma, config).execute(request, new Uint8Array(32));
    return opened.kind === 'limited' ? opened.limit : opened.kind;
  };
  const ofAna = { senderId: people.ana.id };

  it.each([
    ['one that was refused', { state: 'refused' }, 'opened'],
    ['one that was lost', { state: 'lost' }, 'opened'],
    ['one of the day before', { state: 'accepted', createdAt: ago(24 * HOUR) }, 'opened'],
    ['one that is in doubt', { state: 'unknown' }, 'number'],
    ['one that was accepted', { state: 'accepted' }, 'number'],
  ])('the daily SMS limit counts texts by their state and day: %s', async (_what, data, outcome) => {
    await delivery(data);
    expect(await open()).toBe(outcome);
  });

  it('the daily SMS limits count separately for each number and each clinician', async () => {
    await delivery({ senderId: people.ben.id });
    await delivery({ senderId: people.ben.id, phoneNumber: '+447700900124' });
    expect(await open({ ...ofAna, to: '+447700900125' })).toBe('opened');
    expect(await open({ senderId: people.ben.id, to: '+447700900126' })).toBe('clinician');
  });

  it.each([
    ['to one number by two clinicians', { senderId: people.ben.id }, 'number', 0],
    ['by one clinician to two numbers', { to: '+447700900124' }, 'clinician', 1],
  ] as const)(
    'the second of two concurrent texts %s is delayed until the first is counted',
    async (_how, other, limit, before) => {
      for (let n = 0; n < before; n += 1) await delivery({ phoneNumber: '+447700900199' });
      let second: Promise<string> | undefined;
      // The first send holds its locks until its row is committed; this transaction plays its part.
      await prisma.$transaction(
        async (tx) => {
          const first = new OpenSmsDelivery(
            { $transaction: (run: (tx: Tx) => unknown) => run(tx) } as never,
            config,
          );
          const asked = {
            deliveryId: randomUUID(),
            tokenId: randomUUID(),
            senderId: people.ana.id,
            to: number,
          };
          await first.execute({ ...asked, body: '{link}', link: 'l' }, new Uint8Array(32));
          second = open(other);
          await eventually(async () => expect(await lockWaits(prisma)).toHaveLength(1));
        },
        { timeout: 60_000 },
      );
      expect(await second).toBe(limit);
    },
  );
});

describe('SMS reconciliation', () => {
  const reconcile = () => {
    const asked = { find: () => Promise.resolve(null), sentTo: () => Promise.resolve([]), ...provider };
    const logger = createLogger('notification', 'silent');
    const apply = new ApplySmsOutcome(work, config);
    return new ReconcileSms(apply, prisma, asked as unknown as TextProvider, config, logger).execute();
  };
  const due = { state: 'unknown', checkAt: ago(1000) };

  it('only an unanswered send older than two timeouts becomes a text in doubt', async () => {
    const young = await delivery({ createdAt: ago(19_000) });
    const old = await delivery({ createdAt: ago(21_000) });
    const refused = await delivery({ state: 'refused', createdAt: ago(HOUR) });
    await reconcile();
    expect([(await row(young)).state, (await row(old)).state, (await row(refused)).state]).toEqual([
      'sending',
      'unknown',
      'refused',
    ]);
  });

  it('a text message is not checked with the provider before it is due', async () => {
    await delivery({ state: 'unknown', checkAt: new Date(Date.now() + HOUR) });
    expect(await reconcile()).toBe(0);
  });

  it('a failed check of one text message does not stop the next', async () => {
    await delivery({ ...due, checkAt: ago(2000), state: 'accepted', providerSid: 'SM1' });
    await delivery({ ...due, state: 'accepted', providerSid: 'SM2' });
    const asked: string[] = [];
    provider.find = (async (sid: string) => {
      asked.push(sid);
      if (asked.length === 1) throw new Error('away');
      return { sid, status: 'delivered', errorCode: null };
    }) as never;
    expect(await reconcile()).toBe(2);
    expect(asked.toSorted()).toEqual(['SM1', 'SM2']);
    const statusOf = async (providerSid: string) =>
      (await prisma.smsDelivery.findFirstOrThrow({ where: { providerSid } })).providerStatus;
    expect(await Promise.all(asked.map(statusOf))).toEqual([null, 'delivered']);
  });

  it('a text message in doubt is marked as lost only after its time limit', async () => {
    const young = await delivery({ ...due, createdAt: ago(HOUR - 60_000) });
    const old = await delivery({ ...due, createdAt: ago(HOUR + 60_000) });
    await reconcile();
    expect([(await row(young)).state, (await row(old)).state]).toEqual(['unknown', 'lost']);
  });

  it('a text message whose callback arrives during the check is not marked as lost', async () => {
    const id = await delivery({ ...due, createdAt: ago(2 * HOUR) });
    provider.sentTo = async () => {
      await new ApplySmsOutcome(work, config).heard(id, { sid: 'SM1', status: 'delivered', errorCode: null });
      return [];
    };
    await reconcile();
    expect(await row(id)).toMatchObject({ state: 'accepted', providerStatus: 'delivered' });
  });

  it('a provider message with the same text is matched only if it belongs to no other delivery', async () => {
    await delivery({ state: 'accepted', providerSid: 'SM1' });
    const id = await delivery(due);
    const message = { status: 'sent', errorCode: null, text: 'text', createdAt: new Date() };
    provider.sentTo = () => Promise.resolve([{ ...message, sid: 'SM1' }]);
    await reconcile();
    expect(await row(id)).toMatchObject({ state: 'unknown', providerSid: null });
    await prisma.smsDelivery.update({ where: { id }, data: { checkAt: ago(1000) } });
    provider.sentTo = () =>
      Promise.resolve([
        { ...message, sid: 'SM2' },
        { ...message, sid: 'SM1' },
      ]);
    await reconcile();
    expect(await row(id)).toMatchObject({ state: 'accepted', providerSid: 'SM2' });
  });
});

describe('the provider’s response to a send', () => {
  const apply = () => new ApplySmsOutcome(work, config);
  const message = (status: string) => ({ sid: 'SM1', status, errorCode: null });

  it.each([
    ['in doubt', { kind: 'in_doubt', code: 'timeout' }],
    ['refused', { kind: 'refused', code: '21211' }],
  ] as const)(
    'a provider response that the text is %s does not replace an earlier callback',
    async (_how, outcome) => {
      const id = await delivery();
      await apply().heard(id, message('delivered'));
      await apply().sent(id, outcome);
      expect(await row(id)).toMatchObject({
        state: 'accepted',
        providerStatus: 'delivered',
        errorCode: null,
      });
    },
  );

  it('a provider response that waited for a callback does not replace the callback’s status', async () => {
    const id = await delivery();
    let late: Promise<unknown> | undefined;
    await prisma.$transaction(
      async (tx) => {
        const first = {
          run: (each: (tx: Tx, emit: Emit) => unknown) => each(tx, (() => Promise.resolve({})) as never),
        };
        await new ApplySmsOutcome(first as unknown as UnitOfWork<Tx>, config).heard(id, message('delivered'));
        late = apply().sent(id, { kind: 'accepted', message: message('queued') });
        await eventually(async () => expect(await lockWaits(prisma)).toHaveLength(1));
      },
      { timeout: 60_000 },
    );
    await late;
    expect(await row(id)).toMatchObject({ providerStatus: 'delivered' });
    expect(told).toEqual([]);
  });
});

describe('the purge of delivery records', () => {
  it.each([
    ['was settled long ago', { state: 'accepted' }, 1],
    ['is being sent', { state: 'sending' }, 0],
    ['is still to be checked', { state: 'accepted', checkAt: new Date() }, 0],
    ['is recent', { state: 'accepted', createdAt: ago(29 * 24 * HOUR) }, 0],
  ])('the record of a text is purged only when old and settled: one that %s', async (_how, data, texts) => {
    await delivery({ createdAt: ago(31 * 24 * HOUR), ...data });
    expect(await prisma.$transaction((tx) => purgeRows(tx, 30))).toEqual({ mails: 0, texts, documents: 0 });
  });

  it('the record of an announced document is purged only when it is old', async () => {
    for (const days of [29, 31])
      await prisma.$executeRaw`
        INSERT INTO announced_documents (document_id, announced_at) VALUES (${randomUUID()}::uuid, ${ago(days * 24 * HOUR)})`;
    const purge = () => prisma.$transaction((tx) => purgeRows(tx, 30));
    expect(await purge()).toEqual({ mails: 0, texts: 0, documents: 1 });
    expect(await purge()).toEqual({ mails: 0, texts: 0, documents: 0 });
    await prisma.$executeRaw`TRUNCATE announced_documents`;
  });

  it('an old email that is not yet sent is kept', async () => {
    await prisma.mailDelivery.create({
      data: {
        eventId: randomUUID(),
        purpose: 'document_received',
        userId: randomUUID(),
        createdAt: ago(99 * 24 * HOUR),
      },
    });
    expect(await prisma.$transaction((tx) => purgeRows(tx, 30))).toEqual({
      mails: 0,
      texts: 0,
      documents: 0,
    });
  });
});
