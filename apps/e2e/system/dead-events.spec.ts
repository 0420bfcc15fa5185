import { randomUUID } from 'node:crypto';
import { eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { discardDead, eventsCommand, metric, putInQueue } from '../support/dead-events.js';
import { databaseUrl, query } from '../support/insides.js';
import { Mailbox } from '../support/mailbox.js';
import { aReference, pdfUpload } from '../support/make.js';
import { account, readRun } from '../support/run.js';

/** Needs the stack of `npm test`, which stops retrying a failing handler within seconds (EVENTS_RETRY_DELAYS_MS). */
const run = readRun();
const clinician = new ApiClient(run.url);
const patient = new ApiClient(run.url);
const mailbox = new Mailbox(run.mailUrl);

beforeAll(async () => {
  await clinician.signIn(account(run, 'user'));
});

/** Receives a document through a new link; returns its id. */
async function receive(): Promise<string> {
  const token = await clinician.createToken(aReference('DEAD'));
  expect((await patient.upload(token.token, pdfUpload())).status).toBe(201);
  return (await clinician.token(token.id)).uploads[0]?.id ?? '';
}
const mails = async (documentId: string) => (await mailbox.containing(documentId)).length;

describe('malformed events', () => {
  afterEach(() => discardDead('token'));

  it.each([
    ['broken JSON', '{"id":', 'not JSON'],
    ['no envelope', '{"hello":1}', 'invalid'],
  ])(
    'a malformed event (%s) is dead-lettered at once, counted and listed, and blocks no other event',
    async (_what, content, reason) => {
      const [id, before] = [randomUUID(), await metric(run, 'token', 'events_dead_lettered_total')];
      await putInQueue('token', content, id);
      await eventually(async () => expect(await eventsCommand('dead', 'token')).toContain(id));
      const listed = await eventsCommand('dead', 'token');
      expect(listed).toContain('token: 1 dead-lettered');
      expect(listed).toContain(reason);
      await eventually(async () =>
        expect(await metric(run, 'token', 'events_dead_lettered_total')).toBe(before + 1),
      );
      await eventually(
        async () => expect(await metric(run, 'token', 'events_dead_lettered')).toBe(1),
        40_000,
      );
      const document = await receive();
      await eventually(async () => expect(await mails(document)).toBe(1), 30_000);
    },
  );

  it('a malformed event is dead-lettered again when it is replayed', async () => {
    const [id, before] = [randomUUID(), await metric(run, 'token', 'events_dead_lettered_total')];
    await putInQueue('token', '[]', id);
    await eventually(async () => expect(await eventsCommand('dead', 'token')).toContain(id));
    expect(await eventsCommand('replay', 'token')).toContain('token: 1 replayed');
    await eventually(async () =>
      expect(await metric(run, 'token', 'events_dead_lettered_total')).toBe(before + 2),
    );
    expect(await eventsCommand('dead', 'token')).toContain(id);
  });
});

describe('a consumer with a bug', () => {
  const notification = () => databaseUrl('caredrop_notification');

  /** Makes the handler fail every time, with an error that is not a database outage. */
  const breakHandler = () =>
    query(
      notification(),
      `CREATE FUNCTION bug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a bug'; END $$;
       CREATE TRIGGER bug BEFORE INSERT ON mail_deliveries FOR EACH ROW EXECUTE FUNCTION bug()`,
    );
  const mendHandler = () => query(notification(), 'DROP FUNCTION IF EXISTS bug CASCADE');
  afterEach(mendHandler);

  it('events dead-lettered by a faulty consumer are handled once after the fix and a replay', async () => {
    await breakHandler();
    const documents = [await receive(), await receive()];
    await eventually(
      async () =>
        expect(await eventsCommand('dead', 'notification')).toContain('notification: 2 dead-lettered'),
      40_000,
    );
    const listed = await eventsCommand('dead', 'notification');
    for (const document of documents) expect(listed).toContain(document);
    expect(listed).toContain('upload.completed');
    await mendHandler();
    expect(await eventsCommand('replay', 'notification')).toContain('notification: 2 replayed');
    for (const document of documents)
      await eventually(async () => expect(await mails(document)).toBe(1), 30_000);
    expect(await eventsCommand('dead', 'notification')).toContain('notification: 0 dead-lettered');
    // Once the email about a later event has arrived, any duplicate about the earlier ones would have arrived too.
    const last = await receive();
    await eventually(async () => expect(await mails(last)).toBe(1), 30_000);
    for (const document of documents) expect(await mails(document)).toBe(1);
  });
});
