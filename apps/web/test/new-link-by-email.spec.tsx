import { describe, expect, it } from '@jest/globals';
import { againReasons, errors, messages, type AskAgain, type Token } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { uploadLink } from '../src/shared/config/paths.js';
import { aDocument, aToken } from './builders.js';
import { expectToastOnly } from './expect-toast-only.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const SHORT = 'm…@example.org';
const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const ok = (data: object, status = 200) => HttpResponse.json({ status: 'success', data }, { status });

describe('a new link in place of one that was emailed', () => {
  async function openDialog(change: Partial<Token>) {
    const token = aToken({ status: 'expired', expires_at: '2026-11-01T10:00:00.000Z' });
    fake.state.tokens.push(Object.assign(token, change));
    const { person } = open(`/tokens/${token.id}`);
    await person.click(await screen.findByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    return {
      person,
      dialog,
      send: () => person.click(dialog.getByRole('button', { name: 'Send new link' })),
    };
  }

  it('the dialog says where the new link is emailed, and sends it with one click', async () => {
    const { dialog, send } = await openDialog({ emailStatus: 'sent', emailHint: SHORT });
    expect(dialog.getByText('Emailed to')).toBeVisible();
    expect(dialog.getByText(SHORT)).toBeVisible();
    expect(dialog.queryByText('Texted to')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Make without sending' })).toBeVisible();
    await send();
    expect(await screen.findByText(messages.token.reissuedAndEmailed)).toBeVisible();
    expect(fake.state.tokens[0]).toMatchObject({ emailStatus: 'queued', hasSMS: false });
  });

  it('for a link that was texted and emailed, the dialog shows number and address, and the new link is sent to both', async () => {
    const { dialog, send } = await openDialog({
      ...{ emailStatus: 'sent', emailHint: SHORT, hasSMS: true, phoneEnding: '123' },
    });
    expect(dialog.getByText('…123')).toBeVisible();
    expect(dialog.getByText(SHORT)).toBeVisible();
    await send();
    expect(await screen.findByText(messages.token.reissuedAndSent)).toBeVisible();
    expect(fake.state.tokens[0]).toMatchObject({ emailStatus: 'queued', hasSMS: true });
  });

  it.each(['queued', 'failed'] as const)(
    'the dialog says that the new link is not emailed when the email with the old one is %s',
    async (emailStatus) => {
      const { dialog } = await openDialog({ emailStatus });
      expect(dialog.getByText(/The new link is not emailed: the mail server has not accepted/)).toBeVisible();
      expect(dialog.getByText(/^No number is kept\./)).toBeVisible();
      expect(dialog.getByRole('button', { name: 'Make new link' })).toBeVisible();
    },
  );

  it('the dialog says that a new link whose text is not confirmed is emailed as well', async () => {
    const token = aToken({ emailStatus: 'queued', emailAddress: 'mary@example.org' });
    fake.use(
      http.post('*/api/tokens/:id/reissue', () =>
        ok({ token, sms: 'unconfirmed', smsProblem: 'The number is wrong.' }, 201),
      ),
    );
    const { send } = await openDialog({ emailStatus: 'sent', emailHint: SHORT, phoneEnding: '123' });
    await send();
    expect(await screen.findByText(/It is emailed to mary@example\.org as well\./)).toBeVisible();
    expect(screen.getByText(uploadLink(token.token))).toBeVisible();
  });
});

describe('reminders of a new link in place of another', () => {
  const label = 'Reminders: Thu 3 Dec, Thu 10 Dec';
  const bodies: Record<string, unknown>[] = [];
  /** A link with this state of its reminders; collects the bodies of calls that replace it. */
  function aRemindedLink(wanted: boolean, change: Partial<Token> = {}): Token {
    bodies.length = 0;
    const token = aToken({ status: 'expired', expires_at: '2026-11-01T10:00:00.000Z', phoneEnding: '123' });
    fake.state.tokens.push(Object.assign(token, change));
    const times = ['2026-12-03T10:00:00.000Z', '2026-12-10T10:00:00.000Z'];
    const none = { ifTextedNow: [], sent: [], planned: [], paused: false, stopped: null, texts: {} };
    const collect = async ({ request }: { request: Request }) => {
      bodies.push((await request.json()) as Record<string, unknown>);
      return ok({ token: aToken(), sms: 'sent' }, 201);
    };
    fake.use(
      http.get('*/api/tokens/defaults', () =>
        ok({
          languages: ['en'],
          expiryDays: 30,
          bulkExpiryDays: 30,
          reminders: { times, timeZone: 'Europe/London' },
        }),
      ),
      http.get('*/api/tokens/:id/reminders', () => ok({ ...none, wanted, timeZone: 'Europe/London' })),
      http.post('*/api/tokens/:id/reissue', collect),
      http.post('*/api/tokens/:id/ask-again', collect),
    );
    return token;
  }

  it.each([true, false])(
    'the dialog of a new link shows the days and suggests what the old link had: %s',
    async (wanted) => {
      const { id } = aRemindedLink(wanted);
      const { person } = open(`/tokens/${id}`);
      await person.click(await screen.findByRole('button', { name: 'Send new link' }));
      const dialog = within(await screen.findByRole('dialog'));
      const box = await dialog.findByRole('checkbox', { name: label });
      expect((box as HTMLInputElement).checked).toBe(wanted);
      await person.click(dialog.getByRole('button', { name: 'Send new link' }));
      await waitFor(() => expect(bodies).toMatchObject([{ send: true, reminders: wanted }]));
    },
  );

  it('the clinician can leave out the reminders of a new link', async () => {
    const { id } = aRemindedLink(true);
    const { person } = open(`/tokens/${id}`);
    await person.click(await screen.findByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('checkbox', { name: label }));
    await person.click(dialog.getByRole('button', { name: 'Send new link' }));
    await waitFor(() => expect(bodies).toMatchObject([{ send: true, reminders: false }]));
  });

  it('no reminders are offered for a new link that is not sent', async () => {
    const { id } = aRemindedLink(true, { phoneEnding: undefined });
    const { person } = open(`/tokens/${id}`);
    await person.click(await screen.findByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Make new link' })).toBeVisible();
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  it('the dialog that asks again shows the days and suggests what the link had', async () => {
    aRemindedLink(true);
    const document = aDocument({ owner: people.ana });
    fake.state.documents.push(document);
    const texts = againReasons.map((reason) => ({ reason, text: `${reason} {link}` }));
    fake.use(http.get('*/api/tokens/:id/ask-again', () => ok({ possible: true, texts, phoneEnding: '123' })));
    const { person } = open(`/documents/${document.id}`);
    await person.click(await screen.findByRole('button', { name: 'Ask again' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('checkbox', { name: label })).toBeChecked();
    await person.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(bodies).toMatchObject([{ reason: 'blurred', send: true, reminders: true }]));
  });
});

describe('a new link in place of one whose message is scheduled', () => {
  it('the dialog says that the scheduled message is cancelled and its number is not taken over', async () => {
    const token = aToken({ scheduled: { sms: '2026-12-03T08:00:00.000Z' } });
    fake.state.tokens.push(token);
    const { person } = open(`/tokens/${token.id}`);
    await person.click(await screen.findByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^What is scheduled for the old link is cancelled\./)).toBeVisible();
    expect(dialog.queryByText(/^No number is kept\./)).toBeNull();
    expect(dialog.getByText(/is not taken over/)).toBeVisible();
  });
});

describe('asking again for the document of a link that was emailed', () => {
  async function openDialog(state: Partial<AskAgain>) {
    const document = aDocument({ owner: people.ana });
    fake.state.documents.push(document);
    const texts = againReasons.map((reason) => ({ reason, text: `${reason} {link}` }));
    fake.use(
      http.get('*/api/tokens/:id/ask-again', () =>
        ok({ possible: true, channels: ['email'], texts, ...state }),
      ),
    );
    const asked: object[] = [];
    fake.use(
      http.post('*/api/tokens/:id/ask-again', async ({ request }) => {
        asked.push((await request.json()) as object);
        return ok({ token: aToken({ emailStatus: 'queued' }), sms: 'none' }, 201);
      }),
    );
    const { person } = open(`/documents/${document.id}`);
    await person.click(await screen.findByRole('button', { name: 'Ask again' }));
    const dialog = within(await screen.findByRole('dialog'));
    return { person, dialog, asked, send: () => person.click(dialog.getByRole('button', { name: 'Send' })) };
  }

  it('the dialog says where the new link is emailed, shows no text message, and sends the link', async () => {
    const { dialog, asked, send } = await openDialog({ emailHint: SHORT });
    expect(dialog.getByText(`The new link is emailed to ${SHORT}, as this one was.`)).toBeVisible();
    expect(dialog.getByText(/and not the reason/)).toBeVisible();
    expect(dialog.queryByText('Text message')).toBeNull();
    await send();
    expect(await screen.findByText('The patient was asked again')).toBeVisible();
    expect(asked).toMatchObject([{ send: true, phoneNumber: null, email: null }]);
  });

  it('an address that is no longer kept has to be entered again', async () => {
    const { person, dialog, asked, send } = await openDialog({});
    await send();
    expect(dialog.getByText('Enter it, or choose “Make without sending”.')).toBeVisible();
    await person.type(dialog.getByLabelText('Email address'), 'mary@example.org');
    await send();
    await waitFor(() => expect(asked).toMatchObject([{ send: true, email: 'mary@example.org' }]));
  });

  it('an address that the service refuses is marked, and the reason is shown once', async () => {
    const { status, text } = errors.email_address_invalid;
    const { person, dialog, send } = await openDialog({});
    fake.use(http.post('*/api/tokens/:id/ask-again', () => reject(status, 'email_address_invalid', text)));
    await person.type(dialog.getByLabelText('Email address'), 'mary');
    await send();
    await expectToastOnly(text);
    expect(dialog.getByLabelText('Email address')).toBeInvalid();
  });

  it('for a link that was texted and emailed, the address alone is enough', async () => {
    const { person, dialog, asked, send } = await openDialog({ channels: ['sms', 'email'] });
    expect(dialog.getByText('Text message')).toBeVisible();
    expect(dialog.getByLabelText('Phone number')).toBeVisible();
    await person.type(dialog.getByLabelText('Email address'), 'mary@example.org');
    await send();
    await waitFor(() => expect(asked).toMatchObject([{ phoneNumber: null, email: 'mary@example.org' }]));
  });

  it('a new link for one that was texted and emailed can be requested with the phone number alone', async () => {
    const { person, dialog, asked, send } = await openDialog({ channels: ['sms', 'email'] });
    await person.type(dialog.getByLabelText('Phone number'), '07700 900123');
    await send();
    await waitFor(() => expect(asked).toMatchObject([{ phoneNumber: '07700 900123', email: null }]));
  });

  it('for a lost document, the reasons why it cannot be asked for again include that it was lost', async () => {
    const document = aDocument({ owner: people.ana, file_url: null, lost: true });
    fake.state.documents.push(document);
    open(`/documents/${document.id}`);
    expect(await screen.findByText(/^Not possible: .*lost/)).toBeVisible();
  });
});
