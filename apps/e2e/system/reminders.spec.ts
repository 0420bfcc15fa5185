import type { Reminders } from '@caredrop/contracts';
import { ApiClient } from '../support/api.js';
import { databaseUrl, query } from '../support/insides.js';
import { aPhoneNumber, aReference, pdfUpload } from '../support/make.js';
import { remindNow } from '../support/remind-now.js';
import { account, readRun } from '../support/run.js';

const run = readRun();
const clinician = new ApiClient(run.url);

beforeAll(async () => {
  await clinician.signIn(account(run, 'user', 2));
});

async function textedLink() {
  const token = await clinician.createToken(aReference('REMIND'));
  const body = { phoneNumber: aPhoneNumber(), reminders: true };
  expect((await clinician.post(`/tokens/${token.id}/send-sms`, body)).status).toBe(200);
  return token;
}

const remindersOf = async (id: string) =>
  (await clinician.get<Reminders>(`/tokens/${id}/reminders`)).body.data;

const texts = async (tokenId: string) =>
  query(
    databaseUrl('caredrop_notification'),
    `SELECT id FROM sms_deliveries WHERE token_id = '${tokenId}' AND state = 'accepted'`,
  );

it('a due reminder is texted once, reported as delivered, and followed by the next one', async () => {
  const token = await textedLink();
  const { planned } = await remindersOf(token.id);
  expect(planned).toHaveLength(3);
  await remindNow(clinician, token.id);
  const after = await remindersOf(token.id);
  expect(after.sent).toMatchObject([{ status: 'delivered' }]);
  // The reminder was sent early, so the two that are left keep the first two planned days.
  expect(after.planned).toEqual(planned.slice(0, 2));
  // The clinician's text and one reminder, after several more sweeps.
  await remindNow(clinician, (await textedLink()).id);
  expect(await texts(token.id)).toHaveLength(2);
});

it('no reminder is sent for a link that has received its document', async () => {
  const token = await textedLink();
  expect((await new ApiClient(run.url).upload(token.token, pdfUpload())).status).toBe(201);
  await query(
    databaseUrl('caredrop_token'),
    `UPDATE tokens SET next_reminder_at = now() WHERE id = '${token.id}'`,
  );
  await remindNow(clinician, (await textedLink()).id);
  expect(await texts(token.id)).toHaveLength(1);
  expect((await remindersOf(token.id)).planned).toEqual([]);
});
