import { describe, expect, it } from '@jest/globals';
import { againReasons, errors, IN_DOUBT, messages, smsReason } from '@caredrop/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { againCopy } from '../src/features/tokens/again-copy.js';
import { dialogCopy } from '../src/features/tokens/dialog-copy.js';
import { copy as sendManyCopy } from '../src/features/tokens/send-many/copy.js';
import { copy as usersCopy } from '../src/features/users/copy.js';
import { aDocument, aToken } from './builders.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string, user = people.ana) => renderApp(route, { user, state: fake.state });
const ok = (data: object) => HttpResponse.json({ status: 'success', data }, { status: 201 });

/** The keys of all calls to `path`; responses are lost until `recover` is called. */
function losesResponses(path: string) {
  const keys: (string | null)[] = [];
  let lost = true;
  fake.use(
    http.post(path, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return lost ? HttpResponse.error() : undefined;
    }),
  );
  return {
    recover: () => {
      lost = false;
    },
    called: async (times: number) => {
      await waitFor(() => expect(keys).toHaveLength(times));
      return keys;
    },
  };
}

const click = async (person: ReturnType<typeof open>['person'], name: string) => {
  const button = () => screen.getByRole('button', { name });
  await waitFor(() => expect(button()).toBeEnabled());
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'));
  await person.click(button());
};

describe('after a lost response', () => {
  it.each([
    ['disabling', people.ana, 'Disable'],
    ['enabling', people.chloe, 'Enable'],
  ] as const)(
    'if the response to %s a clinician is lost, the row is shown as it is on the server',
    async (_change, { id, ...user }, name) => {
      const path = `*/api/admin/users/:id/${name.toLowerCase()}`;
      fake.use(
        http.post(path, () => {
          const disabled = name === 'Disable';
          fake.state.users = fake.state.users.map((one) => (one.id === id ? { ...one, disabled } : one));
          return HttpResponse.error();
        }),
      );
      const { person } = open('/admin/manage-users', people.dora);
      const row = async () => within(await screen.findByRole('row', { name: new RegExp(user.firstName) }));
      await person.click((await row()).getByRole('button', { name }));
      if (name === 'Disable') {
        const dialog = within(await screen.findByRole('dialog'));
        await person.click(dialog.getByRole('button', { name }));
      }
      const opposite = name === 'Disable' ? 'Enable' : 'Disable';
      expect(await (await row()).findByRole('button', { name: opposite, hidden: true })).toBeInTheDocument();
    },
  );

  it('a repeated request for a link keeps its key; a corrected date of birth and the next link each get a new key', async () => {
    fake.use(
      http.get('*/api/tokens/defaults', () =>
        ok({
          expiryDays: 30,
          languages: ['en'],
          patientCheck: true,
          reminders: { times: [], timeZone: 'UTC' },
        }),
      ),
    );
    const { recover, called } = losesResponses('*/api/tokens');
    const { person } = open('/generate-link');
    const fill = async (birthDate: string) => {
      await person.clear(await screen.findByLabelText('Patient Reference ID'));
      await person.type(screen.getByLabelText('Patient Reference ID'), 'P-77');
      await person.clear(await screen.findByLabelText('Initials for the date of birth'));
      await person.type(screen.getByLabelText('Initials for the date of birth'), 'J. S.');
      fireEvent.change(screen.getByLabelText('Date of birth (optional)'), { target: { value: birthDate } });
    };
    await fill('1948-03-02');
    await click(person, 'Generate Link');
    await called(1);
    expect(await screen.findByText(dialogCopy.generate.unknown)).toBeVisible();
    await click(person, 'Generate Link');
    await called(2);
    await fill('1948-03-12');
    recover();
    await click(person, 'Generate Link');
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    await fill('1948-03-12');
    await click(person, 'Generate Link');
    const [first, second, corrected, next] = await called(4);
    expect(second).toBe(first);
    expect(corrected).not.toBe(first);
    expect(next).not.toBe(corrected);
  });

  it('a repeated request for a link keeps its key after the days of its reminders have loaded', async () => {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    fake.use(
      http.get('*/api/tokens/defaults', async () => {
        await loaded;
        const reminders = { times: ['2026-12-03T10:00:00.000Z'], timeZone: 'UTC' };
        return ok({ expiryDays: 30, languages: ['en'], reminders });
      }),
    );
    const { called } = losesResponses('*/api/tokens');
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-79');
    await person.type(screen.getByLabelText('Patient’s phone number'), '07700 900123');
    await click(person, 'Generate Link and Send SMS');
    await called(1);
    expect(await screen.findByText(dialogCopy.generate.unknown)).toBeVisible();
    load();
    expect(await screen.findByRole('checkbox', { name: /^Reminders: / })).toBeChecked();
    await click(person, 'Generate Link and Send SMS');
    const [first, second] = await called(2);
    expect(second).toBe(first);
  });

  it('a form that was left and is filled in from its draft repeats the request with its key', async () => {
    const { called } = losesResponses('*/api/tokens');
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-78');
    await click(person, 'Generate Link');
    await called(1);
    expect(await screen.findByText(dialogCopy.generate.unknown)).toBeVisible();
    cleanup();
    const { person: later } = open('/generate-link');
    expect(await screen.findByLabelText('Patient Reference ID')).toHaveValue('P-78');
    await click(later, 'Generate Link');
    await called(2);
    await later.type(screen.getByLabelText('Patient Reference ID'), '9');
    await click(later, 'Generate Link');
    const [first, second, other] = await called(3);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('a repeated email keeps its key, and a corrected address gets a new key', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-2', uploads: [{ count: 0 }] }));
    const { called } = losesResponses('*/api/tokens/:id/send-email');
    const { person } = open('/tokens');
    await person.click(await screen.findByRole('button', { name: 'Send by email' }));
    const address = (await screen.findByRole('dialog')).querySelector('input[type=email]')!;
    await person.type(address, 'mary@example.org');
    await click(person, 'Send email');
    await called(1);
    expect(await screen.findByText(dialogCopy.email.unknown)).toBeVisible();
    await click(person, 'Send email');
    await called(2);
    await person.type(address, '.uk');
    await click(person, 'Send email');
    const [first, second, corrected] = await called(3);
    expect(second).toBe(first);
    expect(corrected).not.toBe(first);
  });

  /** Opens the dialog for a text, and returns a function that sends it. */
  async function openText(person: ReturnType<typeof open>['person']) {
    await person.click(await screen.findByRole('button', { name: 'Send SMS' }));
    const dialog = within(await screen.findByRole('dialog'));
    const phone = dialog.getByLabelText('Phone number');
    await person.type(phone, '07700 900123');
    const send = async () => {
      await waitFor(() => expect(dialog.getByRole('button', { name: 'Send SMS' })).toBeEnabled());
      await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    };
    return { dialog, phone, send };
  }

  it('a repeated text keeps its key, the dialog says that it may have been sent, and a corrected number gets a new key', async () => {
    fake.state.tokens.push(aToken());
    const { called } = losesResponses('*/api/tokens/:id/send-sms');
    const { person } = open('/tokens');
    const { dialog, phone, send } = await openText(person);
    await send();
    await called(1);
    expect(await dialog.findByText(dialogCopy.sms.unknown)).toBeVisible();
    await send();
    await called(2);
    await person.type(phone, '4');
    await send();
    const [first, second, corrected] = await called(3);
    expect(first).not.toBeNull();
    expect(second).toBe(first);
    expect(corrected).not.toBe(first);
  });

  it.each([
    ['after the provider has refused a text, a repeated one gets a new key', '20429', dialogCopy.sms.failed],
    [
      'a repeated text keeps its key if the first may have been sent, and the dialog says so',
      IN_DOUBT,
      dialogCopy.sms.unknown,
    ],
  ])('%s', async (_title, reason, sentence) => {
    fake.state.tokens.push(aToken());
    const keys: (string | null)[] = [];
    fake.use(
      http.post('*/api/tokens/:id/send-sms', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return reject(errors.sms_refused.status, 'sms_refused', smsReason(reason), { reason });
      }),
    );
    const { person } = open('/tokens');
    const { dialog, send } = await openText(person);
    await send();
    expect(await dialog.findByText(sentence)).toBeVisible();
    await send();
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1] === keys[0]).toBe(reason === IN_DOUBT);
  });

  it('the dialog for many links says that they may have been made', async () => {
    const { called } = losesResponses('*/api/tokens/bulk');
    const { person } = open('/admin/token-monitor', people.dora);
    await click(person, 'Generate Bulk Tokens');
    await click(person, 'Generate');
    await called(1);
    expect(await screen.findByText(dialogCopy.bulk.unknown)).toBeVisible();
  });

  it('the dialog for a new clinician says that the invitation may have been sent', async () => {
    const { called } = losesResponses('*/api/admin/users');
    const { person } = open('/admin/manage-users', people.dora);
    await click(person, usersCopy.invite.title);
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('First name'), 'Eva');
    await person.type(dialog.getByLabelText('Last name'), 'Berg');
    await person.type(dialog.getByLabelText('Email address'), 'eva@example.org');
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await called(1);
    expect(await dialog.findByText(usersCopy.invite.unknown)).toBeVisible();
  });

  it('when a proxy fails, the page for a file says that it may have been taken, and a repeated file keeps its key', async () => {
    const rows = [{ line: 2, channels: ['sms'], segments: 1 }];
    const check = { rows, sendable: 1, segments: { gsm: 1, ucs2: 0 }, emails: { count: 0 } };
    const send = sendManyCopy.send.label(1);
    const keys: (string | null)[] = [];
    fake.use(
      http.get('*/api/sending-jobs', () => ok({ jobs: [] })),
      http.post('*/api/sending-jobs/check', () => ok(check)),
      http.post('*/api/sending-jobs', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return new HttpResponse('<h1>504 Gateway Time-out</h1>', { status: 504 });
      }),
    );
    const { person } = open('/send-many');
    const zone = (await screen.findByRole('button', { name: sendManyCopy.file.choose })).parentElement!;
    const file = new File(['Reference,Phone\nAB-1,07700 900123\n'], 'patients.csv');
    fireEvent.drop(zone, { dataTransfer: { files: [file] } });
    await screen.findByRole('button', { name: send });
    await click(person, send);
    expect(await screen.findByText(sendManyCopy.send.unknown)).toBeVisible();
    await click(person, send);
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  });

  it('a repeated request to ask again keeps its key, and another reason gets a new key', async () => {
    const document = aDocument({ owner: people.ana });
    fake.state.documents.push(document);
    const texts = againReasons.map((reason) => ({ reason, text: `${reason} {link}` }));
    fake.use(
      http.get('*/api/tokens/:id/ask-again', () =>
        ok({ possible: true, channels: ['email'], emailHint: 'm…@example.org', texts }),
      ),
    );
    const { called } = losesResponses('*/api/tokens/:id/ask-again');
    const { person } = open(`/documents/${document.id}`);
    await person.click(await screen.findByRole('button', { name: 'Ask again' }));
    const dialog = within(await screen.findByRole('dialog'));
    const send = async () => {
      await waitFor(() => expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled());
      await person.click(dialog.getByRole('button', { name: 'Send' }));
    };
    await send();
    await called(1);
    expect(await screen.findByText(againCopy.unknown)).toBeVisible();
    await send();
    await called(2);
    await person.click(dialog.getByRole('radio', { name: againCopy.reasons.wrong_document }));
    await send();
    const [first, second, other] = await called(3);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });
});
