import { randomUUID } from 'node:crypto';
import type { EventData } from '@caredrop/contracts/events';
import { eventually, people, type TestDatabase } from '@caredrop/testing';
import { startMailInbox, type MailInbox } from '@caredrop/testing/backing';
import { DatabaseClock } from '../src/collected-mail/database-clock.js';
import { ReleaseCollections } from '../src/collected-mail/release-collections.js';
import { notificationDatabase } from './support/database.js';
import { aboutDocument, aboutUpload, tell, tellAgain } from './support/events.js';
import { FakeAuthService } from './support/fake-auth-service.js';
import { environment, startService, type RunningService } from './support/service.js';

const { ana, ben, chloe, dora } = people;
const teamId = randomUUID();

let database: TestDatabase;
let inbox: MailInbox;
let auth: FakeAuthService;
let service: RunningService;
let time = Date.parse('2026-11-23T10:00:00Z');

beforeEach(async () => {
  inbox = await startMailInbox();
  database = await notificationDatabase();
  auth = new FakeAuthService();
  auth.users.push(...[ana, ben, chloe, dora].map((person) => ({ ...person })));
  auth.watchers.set(teamId, [ben.id]);
  auth.covers.set(ana.id, chloe.id);
  const urls = { DATABASE_URL: database.url, SMTP_URL: inbox.smtpUrl, AUTH_URL: await auth.start() };
  service = await startService(environment({ ...urls, NOTIFY_DEFAULT: 'collected' }));
  service.app.get(DatabaseClock).now = () => Promise.resolve(new Date(time));
});
afterEach(async () => {
  await service.stop();
  await Promise.all([auth.stop(), inbox.stop()]);
  await database.drop();
});

const upload = () => ({ ...aboutUpload('clean', ana.id), teamId });
async function handled(...eventIds: string[]): Promise<void> {
  await eventually(async () => {
    const done = await service.prisma.inbox.findMany({ where: { eventId: { in: eventIds } } });
    expect(new Set(done.map(({ eventId }) => eventId)).size).toBe(eventIds.length);
  });
}
const arrive = async (data: EventData<'upload.completed'> = upload()) => {
  const id = await tell(service, 'upload.completed', data);
  await handled(id);
  return id;
};
const choose = async (documentMail: 'none' | 'at-once' | 'daily', userId: string) =>
  handled(await tell(service, 'user.preferences_changed', { userId, documentMail }, 2));
async function pass(minutes: number): Promise<void> {
  time += minutes * 60_000;
  await service.app.get(ReleaseCollections).execute();
}
const waiting = () => service.prisma.mailDelivery.count({ where: { state: 'pending' } });
/** The number of emails that each address has received, once none is pending. */
async function received(): Promise<Record<string, number>> {
  await eventually(async () => expect(await waiting()).toBe(0));
  const counts: Record<string, number> = {};
  for (const { To } of inbox.mails)
    for (const { Address } of To) counts[Address] = (counts[Address] ?? 0) + 1;
  return counts;
}
const each = (count: number) => ({ [ana.email]: count, [ben.email]: count, [chloe.email]: count });

it('the owner, the owner’s cover and the team’s watchers are emailed about a document', async () => {
  await arrive();
  expect(await received()).toEqual(each(1));
});

it('forty documents at once cause two emails to each recipient', async () => {
  const ids = await Promise.all(
    Array.from({ length: 40 }, () => tell(service, 'upload.completed', upload())),
  );
  await handled(...ids);
  await pass(31);
  expect(await received()).toEqual(each(2));
});

it('each recipient gets emails as they have chosen', async () => {
  await choose('none', ben.id);
  await choose('at-once', chloe.id);
  for (let count = 0; count < 3; count += 1) await arrive();
  await pass(31);
  expect(await received()).toEqual({ [ana.email]: 2, [chloe.email]: 3 });
});

it('a collected email links to the list that includes the documents of teams and of colleagues', async () => {
  for (let count = 0; count < 3; count += 1) await arrive();
  await pass(31);
  expect(await received()).toEqual(each(2));
  const collected = inbox.mails.filter(({ Subject }) => Subject === '2 documents have arrived');
  expect(collected).toHaveLength(3);
  for (const { Text } of collected) expect(Text).toContain('https://drop.clinic.example/worklist\n');
});

it('a repeated event causes no second email, even if the recipients have changed and the inbox has lost the event', async () => {
  const id = await arrive();
  await received();
  auth.watchers.set(teamId, [dora.id]);
  auth.covers.clear();
  await service.prisma.inbox.deleteMany();
  await tellAgain(service, id);
  await handled(id);
  await pass(31);
  expect(await received()).toEqual(each(1));
});

it('a former team member gets what was collected before they left, and nothing later', async () => {
  await arrive();
  await arrive();
  auth.watchers.set(teamId, []);
  await arrive();
  await pass(31);
  expect(await received()).toEqual(each(2));
  await pass(31);
  await arrive();
  expect(await received()).toEqual({ ...each(3), [ben.email]: 2 });
});

it('a recipient who is disabled while documents are collected is replaced; the others get their emails once', async () => {
  await arrive();
  await arrive();
  await received();
  for (const user of auth.users) if (user.id === ben.id) user.disabled = true;
  await pass(31);
  expect(await received()).toEqual({ ...each(2), [ben.email]: 1, [dora.email]: 1 });
  // The link is Ana's, whose account is enabled.
  const toAdmin = inbox.mails.find(({ To }) => To.some(({ Address }) => Address === dora.email));
  expect(toAdmin?.Text).toContain('a link looked after by a colleague whose account is disabled');
});

it.each([
  ['token.renewal_asked', {}],
  ['token.problem_reported', {}],
  ['token.check_locked', {}],
  ['document.rejected', { documentId: randomUUID() }],
] as const)('all recipients are emailed about %s', async (type, more) => {
  const { tokenId, ownerId } = aboutDocument(ana.id);
  await handled(await tell(service, type, { tokenId, ownerId, teamId, ...more }));
  expect(await received()).toEqual(each(1));
});

it('all recipients are emailed about a document that arrives while auth does not respond, once it responds again', async () => {
  auth.slow.add(ana.id);
  await arrive();
  auth.slow.clear();
  expect(await received()).toEqual(each(1));
});

it.each([
  ['none', { [chloe.email]: 1 }],
  ['daily', { [ana.email]: 1, [chloe.email]: 1 }],
] as const)(
  'while auth does not respond, a colleague who stands in is emailed at once, even if the owner has chosen %s',
  async (documentMail, emails) => {
    await choose(documentMail, ana.id);
    await choose('at-once', chloe.id);
    auth.slow.add(ana.id);
    await arrive({ ...upload(), teamId: undefined });
    auth.slow.clear();
    expect(await received()).toEqual(emails);
  },
);

it('while auth does not respond, a colleague who stands in is emailed at once, even if documents of the owner are being collected', async () => {
  await choose('at-once', chloe.id);
  const data = () => ({ ...upload(), teamId: undefined });
  await arrive(data());
  await arrive(data());
  expect(await received()).toEqual({ [ana.email]: 1, [chloe.email]: 2 });
  auth.slow.add(ana.id);
  await arrive(data());
  auth.slow.clear();
  expect(await received()).toEqual({ [ana.email]: 2, [chloe.email]: 3 });
  await pass(31);
  expect(await received()).toEqual({ [ana.email]: 3, [chloe.email]: 3 });
});

it('no one is emailed about a document that arrives while auth does not respond, if all have turned emails off', async () => {
  for (const { id } of [ana, chloe]) await choose('none', id);
  auth.slow.add(ana.id);
  await arrive({ ...upload(), teamId: undefined });
  auth.slow.clear();
  expect(await received()).toEqual({});
  expect(await service.prisma.mailDelivery.count({ where: { state: 'cancelled' } })).toBe(1);
});

describe('a document whose link is assigned during the upload', () => {
  const assigned = (more: object = {}) => ({
    ...{ tokenId: randomUUID(), ownerId: ben.id, previousOwnerId: ana.id, version: 3 },
    ...{ arrivedDocumentId: randomUUID(), ...more },
  });
  const assign = async (data: EventData<'token.assigned'>) => {
    const id = await tell(service, 'token.assigned', data);
    await handled(id);
    return id;
  };

  it('the new owner is emailed as well, each recipient once', async () => {
    const data = { ...upload(), teamId: undefined };
    await arrive(data);
    expect(await received()).toEqual({ [ana.email]: 1, [chloe.email]: 1 });
    auth.covers.set(ben.id, chloe.id);
    await assign(assigned({ tokenId: data.tokenId, arrivedDocumentId: data.documentId }));
    expect(await received()).toEqual(each(1));
  });

  it('the members of the new team are emailed, but not the owner, who has been emailed already', async () => {
    const data = { ...upload(), teamId: undefined };
    await arrive(data);
    await assign(assigned({ ownerId: ana.id, teamId, arrivedDocumentId: data.documentId }));
    expect(await received()).toEqual(each(1));
  });

  it('a member who wants no emails gets none, and no administrator does either, because the owner has been emailed', async () => {
    await choose('none', ben.id);
    const data = { ...upload(), teamId: undefined };
    await arrive(data);
    await assign(assigned({ ownerId: ana.id, teamId, arrivedDocumentId: data.documentId }));
    expect(await received()).toEqual({ [ana.email]: 1, [chloe.email]: 1 });
  });

  it('a repeated assignment event causes no second email', async () => {
    const id = await assign(assigned());
    await tellAgain(service, id);
    await assign(assigned({ arrivedDocumentId: undefined }));
    expect(await received()).toEqual({ [ben.email]: 1 });
  });

  it('recipients of both owners are emailed if the assignment is handled before the upload', async () => {
    const data = upload();
    const { documentId, tokenId } = data;
    const teams = { teamId, previousTeamId: teamId };
    await assign(assigned({ tokenId, ownerId: chloe.id, arrivedDocumentId: documentId, ...teams }));
    await arrive(data);
    expect(await received()).toEqual({ [ben.email]: 1, [chloe.email]: 1 });
  });

  it('the new owner is emailed once about a document that was released to the previous owner', async () => {
    const { tokenId, documentId } = upload();
    const released = async (data: EventData<'document.released'>) => {
      const id = await tell(service, 'document.released', data);
      await handled(id);
      return id;
    };
    await released({ tokenId, documentId, ownerId: ana.id });
    const id = await released({ tokenId, documentId, ownerId: ben.id, previousOwnerId: ana.id });
    await tellAgain(service, id);
    expect(await received()).toEqual(each(1));
  });

  it('an assignment without a new document causes no email', async () => {
    await assign(assigned({ arrivedDocumentId: undefined }));
    expect(await received()).toEqual({});
  });
});

it('documents of a team without enabled members are announced to the administrators as those of a disabled colleague', async () => {
  auth.covers.clear();
  auth.watchers.clear();
  for (const user of auth.users) if (user.id === ana.id) user.disabled = true;
  await arrive();
  await arrive();
  await arrive();
  await pass(31);
  expect(await received()).toEqual({ [dora.email]: 2 });
  const [first, collected] = inbox.mails;
  expect(first?.Text).toContain('a link looked after by a colleague whose account is disabled');
  expect(collected?.Text).toContain(
    '2 documents through links looked after by a colleague whose account is disabled',
  );
  expect(collected?.Text).toContain('/admin/documents\n');
});

describe('a disabled owner whose team wants no emails', () => {
  /** The email about the disabled account. */
  const ofAccount = { [ana.email]: 1 };
  beforeEach(async () => {
    auth.covers.clear();
    for (const user of auth.users) if (user.id === ana.id) user.disabled = true;
    await handled(await tell(service, 'user.disabled', { userId: ana.id }, 3));
  });

  it('the administrators are emailed about a document when every member has turned emails off', async () => {
    auth.watchers.set(teamId, [ben.id, chloe.id]);
    await choose('none', ben.id);
    await choose('none', chloe.id);
    await arrive();
    expect(await received()).toEqual({ ...ofAccount, [dora.email]: 1 });
    const texts = inbox.mails.map(({ Text }) => Text).filter((text) => text.includes('A patient has sent'));
    expect(texts).toEqual([
      expect.stringContaining('a link looked after by a colleague whose account is disabled'),
    ]);
  });

  it('the administrators are emailed about a document even if `user.disabled` has not arrived and the owner had turned emails off as well', async () => {
    auth.watchers.set(teamId, [chloe.id]);
    for (const user of auth.users) if (user.id === ben.id) user.disabled = true;
    for (const { id } of [ben, chloe]) await choose('none', id);
    await arrive({ ...upload(), ownerId: ben.id });
    expect(await received()).toEqual({ ...ofAccount, [dora.email]: 1 });
  });

  it('no administrator is emailed if one member wants emails', async () => {
    auth.watchers.set(teamId, [ben.id, chloe.id]);
    await choose('none', ben.id);
    await arrive();
    expect(await received()).toEqual({ ...ofAccount, [chloe.email]: 1 });
  });
});

it('no email states that an enabled owner’s account is disabled', async () => {
  const { tokenId, ownerId } = aboutDocument(ana.id);
  await handled(await tell(service, 'token.renewal_asked', { tokenId, ownerId, teamId }));
  expect(await received()).toEqual(each(1));
  for (const { Text } of inbox.mails) expect(Text).toContain('a link that you look after');
});
