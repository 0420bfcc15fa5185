import type { NewLinkResponse, TokenDetails } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { anAddress, aReference } from '../support/make.js';
import { account, readRun } from '../support/run.js';

const run = readRun();
const mailbox = new Mailbox(run.mailUrl);
const clinician = new ApiClient(run.url);

beforeAll(async () => {
  await clinician.signIn(account(run, 'user', 2));
});

const askFor = async (email: string) =>
  (await clinician.post<NewLinkResponse>('/tokens', { patientRefId: aReference('EMAIL'), email })).body.data;

const shows = (id: string, expected: object) =>
  eventually(async () => {
    const { body } = await clinician.get<{ token: TokenDetails }>(`/tokens/${id}`);
    expect(body.data.token).toMatchObject(expected);
  }, 20_000);

it('an emailed link is valid, and the clinician sees that the email was sent', async () => {
  const address = anAddress();
  const { token } = await askFor(address);
  await shows(token.id, { emailStatus: 'sent', emailAddress: address });
  const [text = '', ...others] = await mailbox.sentTo(address);
  expect(others).toEqual([]);
  expect(text).not.toContain(token.patient_ref_id);
  const link = /https?:\/\/\S+\/upload\?token=(\w+)/.exec(text)?.[1] ?? '';
  expect((await new ApiClient(run.url).get(`/tokens/validate/${link}`)).status).toBe(200);
});

it('an address that the mail server refuses is shown to the clinician as failed', async () => {
  const { token } = await askFor(anAddress('refused.test'));
  await shows(token.id, { emailStatus: 'failed', emailReason: expect.stringContaining('may not exist') });
});
