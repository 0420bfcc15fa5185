import type { LinkRequest, RequestOverview, Token } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { control } from '../support/control.js';
import { aReference, pdfUpload, receiveWith } from '../support/make.js';
import { account, readRun } from '../support/run.js';
import { entryNames } from '../support/zip.js';

const run = readRun();
const clinician = new ApiClient(run.url);
const patient = new ApiClient(run.url);
const labels = ['Insurance card', 'Referral', 'Photo'];

beforeAll(async () => {
  await clinician.signIn(account(run, 'user', 1));
});

const newRequest = () =>
  clinician.createToken(aReference('REQ'), { items: labels.map((label) => ({ label })) });
const send = async (link: string) => (await patient.upload(link, pdfUpload())).status;
const ask = async (link: string) => patient.post<LinkRequest>('/links/request', { token: link });
const openLink = async (link: string) => (await ask(link)).body.data.open?.token ?? '';
const overview = async ({ id }: Token): Promise<RequestOverview> =>
  (await clinician.token(id)).request_items ?? [];
const states = async (token: Token) => (await overview(token)).map(({ state }) => state);

describe('a request for several documents', () => {
  it('the patient sends the documents one after the other, and the clinic downloads them in their order', async () => {
    const first = await newRequest();
    expect(await send(first.token)).toBe(201);
    const second = await openLink(first.token);
    expect(await send(second)).toBe(201);
    const third = await openLink(first.token);
    await receiveWith(clinician, { id: (await overview(first))[2]?.token_id ?? '', token: third });
    expect(await states(first)).toEqual(['received', 'received', 'received']);
    expect((await ask(third)).body.data.open).toBeNull();
    const response = await clinician.raw('POST', `/requests/${first.request?.id ?? ''}/download`);
    const names = entryNames(Buffer.from(await response.arrayBuffer()));
    expect(names.map((name) => name.split('/')[1])).toEqual([
      '01 Insurance card - letter.pdf',
      '02 Referral - letter.pdf',
      '03 Photo - letter.pdf',
    ]);
  });

  it('only one of fifty simultaneous uploads through the second link is accepted, and only one third link is made', async () => {
    const first = await newRequest();
    await send(first.token);
    const second = await openLink(first.token);
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(second)));
    expect(responses.filter((status) => status === 201)).toHaveLength(1);
    const links = await Promise.all(Array.from({ length: 20 }, () => openLink(second)));
    expect(new Set(links).size).toBe(1);
    expect(await states(first)).toEqual(['received', 'received', 'open']);
  });

  it.each(['token', 'document'] as const)(
    'when the %s service is killed between the receipt and the next link, the next visit opens the next link',
    async (part) => {
      const first = await newRequest();
      expect(await send(first.token)).toBe(201);
      await control(run, part, 'kill');
      const second = await eventually(async () => {
        const { status, body } = await ask(first.token);
        expect(status).toBe(200);
        return body.data.open?.token ?? '';
      }, 60_000);
      await eventually(async () => expect(await send(second)).toBe(201), 60_000);
      expect(await openLink(first.token)).not.toBe(second);
      expect(await states(first)).toEqual(['received', 'received', 'open']);
    },
    150_000,
  );

  it('the next link is made at once while the broker is down', async () => {
    const first = await newRequest();
    await control(run, 'rabbitmq', 'stop');
    try {
      expect(await send(first.token)).toBe(201);
      expect(await send(await openLink(first.token))).toBe(201);
    } finally {
      await control(run, 'rabbitmq', 'start');
    }
    expect(await openLink(first.token)).toHaveLength(43);
    await eventually(
      async () => expect(await states(first)).toEqual(['received', 'received', 'open']),
      45_000,
    );
  }, 120_000);
});
