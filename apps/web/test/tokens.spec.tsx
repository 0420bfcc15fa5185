import { describe, expect, it, jest } from '@jest/globals';
import { errors, messages, smsReason, type Token } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dialogCopy } from '../src/features/tokens/dialog-copy.js';
import { aDocument, aToken, inDays } from './builders.js';
import { expectToastOnly } from './expect-toast-only.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const linkOf = (token: { token: string }) => `${window.location.origin}/upload?token=${token.token}`;

/** The row of a patient reference. */
const row = async (reference: string) =>
  within(await screen.findByRole('row', { name: new RegExp(reference) }));

describe('generating a link', () => {
  it('a missing reference is reported without a request, and its field gets the focus', async () => {
    const { person } = open('/generate-link');
    await person.click(await screen.findByRole('button', { name: 'Generate Link' }));
    expect(screen.getByText(errors.patient_ref_required.text)).toBeVisible();
    expect(screen.getByLabelText('Patient Reference ID')).toHaveFocus();
    expect(fake.calls).not.toContain('POST /api/tokens');
  });

  it('a generated link is shown in full and listed, and the form is cleared', async () => {
    const { person } = open('/generate-link');
    expect(await screen.findByText(messages.token.noneFound)).toBeVisible();
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-77');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    const [token] = fake.state.tokens;
    expect(await screen.findByText(linkOf(token!))).toBeVisible();
    expect((await row('P-77')).getByText('active')).toBeVisible();
    expect(screen.getByLabelText('Patient Reference ID')).toHaveValue('');
  });

  it('the days until a link expires can be chosen, and the clinic’s default is shown', async () => {
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-78');
    const days = screen.getByLabelText('Days until the link expires');
    expect(await screen.findByText(/From 1 to 365\. Leave it empty for 30 days\./)).toBeVisible();
    for (const refused of ['0', '366', 'ten']) {
      await person.clear(days);
      await person.type(days, refused);
      await person.click(screen.getByRole('button', { name: 'Generate Link' }));
      expect(await screen.findByText(errors.expiry_days_invalid.text)).toBeVisible();
    }
    expect(fake.calls).not.toContain('POST /api/tokens');
    await person.clear(days);
    await person.type(days, '7');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    const left = Date.parse(fake.state.tokens[0]!.expires_at) - Date.now();
    expect(Math.round(left / 86_400_000)).toBe(7);
    expect(days).toHaveValue('');
  });

  it.each([
    [
      'the days could not be loaded',
      () => reject(503, 'service_unavailable', errors.service_unavailable.text),
    ],
    ['the days have not been loaded', () => new Promise<Response>(() => undefined)],
  ])('no reminders are planned while their box is not shown because %s', async (_why, respond) => {
    const sent: object[] = [];
    fake.use(
      http.get('*/api/tokens/defaults', respond),
      http.post('*/api/tokens', async ({ request }) => {
        sent.push((await request.json()) as object);
        return HttpResponse.json({ status: 'success', data: { token: aToken() } }, { status: 201 });
      }),
    );
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-77');
    await person.click(screen.getByLabelText('Patient’s phone number'));
    await person.paste('07700 900123');
    expect(screen.queryByRole('checkbox', { name: /^Reminders/ })).toBeNull();
    await person.keyboard('{Enter}');
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    expect(sent).toMatchObject([{ phoneNumber: '07700 900123', reminders: false }]);
  });

  it("a failed generation shows the server's message or a default one and keeps the input", async () => {
    const { person } = open('/generate-link');
    fake.use(http.post('*/api/tokens', () => reject(429, 'rate_limited', errors.rate_limited.text)));
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-77');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(errors.rate_limited.text)).toBeVisible();
    fake.use(http.post('*/api/tokens', () => HttpResponse.error()));
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(messages.link.generateFailed)).toBeVisible();
    expect(screen.getByLabelText('Patient Reference ID')).toHaveValue('P-77');
  });
});

describe('the card of a new link', () => {
  const NUMBER = '+447700900123';
  const reason = smsReason('30005');

  /** Generates a link, whose response and present state may be given, and returns its card. */
  async function generate(response?: { token?: Partial<Token>; sms: string; smsProblem?: string }, now = {}) {
    const token = aToken({ patient_ref_id: 'P-77', ...response?.token });
    if (response)
      fake.use(
        http.post('*/api/tokens', () => {
          fake.state.tokens.push({ ...token, ...now });
          return HttpResponse.json({ status: 'success', data: { ...response, token } }, { status: 201 });
        }),
      );
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-77');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    const card = within((await screen.findByText('Link for P-77')).parentElement!);
    const openDialog = async (name: string) => {
      await person.click(card.getByRole('button', { name }));
      return within(await screen.findByRole('dialog'));
    };
    return { person, card, openDialog };
  }

  it('a text sent from the card replaces the notice of the one that failed, and no other is offered', async () => {
    const { person, card, openDialog } = await generate({ sms: 'unconfirmed', smsProblem: reason });
    expect(card.getByText(dialogCopy.generated.notTexted(reason))).toBeVisible();
    const dialog = await openDialog('Send SMS');
    await person.type(dialog.getByLabelText('Phone number'), NUMBER);
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(await card.findByText(dialogCopy.generated.texted(NUMBER))).toBeInTheDocument();
    expect(card.queryByText(dialogCopy.generated.notTexted(reason))).toBeNull();
    expect(card.queryByRole('button', { name: 'Send SMS', hidden: true })).toBeNull();
  });

  it('the card gives the reason why a text that was sent has not been delivered', async () => {
    const token = { hasSMS: true, smsStatus: 'sent', smsPhoneNumber: NUMBER } as const;
    const { card } = await generate({ sms: 'sent', token }, { smsStatus: 'failed', smsReason: reason });
    expect(await card.findByText(dialogCopy.generated.notTexted(reason))).toBeVisible();
    expect(card.queryByText(dialogCopy.generated.texted(NUMBER))).toBeNull();
    expect(card.getByRole('button', { name: 'Send SMS' })).toBeVisible();
  });

  it('a revoked link is shown as such, and can no longer be sent from its card', async () => {
    const { person, card } = await generate();
    expect(card.getByText(/^Works once, until/)).toBeVisible();
    await person.click((await row('P-77')).getByRole('button', { name: 'Revoke' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await card.findByText('revoked')).toBeInTheDocument();
    expect(card.queryByText(/^Works once, until/)).toBeNull();
    for (const name of ['Send SMS', 'Send by email', 'QR code'])
      expect(card.queryByRole('button', { name, hidden: true })).toBeNull();
    expect(card.getByRole('button', { name: 'Copy Link', hidden: true })).toBeInTheDocument();
  });

  it('an email sent from the card is shown there, and no other is offered', async () => {
    const { person, card, openDialog } = await generate();
    const dialog = await openDialog('Send by email');
    await person.type(dialog.getByLabelText('Email address'), 'patient@example.test');
    await person.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await card.findByText(/^To patient@example\.test\./)).toBeInTheDocument();
    expect(card.queryByRole('button', { name: 'Send by email', hidden: true })).toBeNull();
  });

  it('a text scheduled from the card is shown there and can be cancelled', async () => {
    const { person, card, openDialog } = await generate();
    const dialog = await openDialog('Send SMS');
    await person.type(dialog.getByLabelText('Phone number'), NUMBER);
    await person.click(dialog.getByRole('radio', { name: 'Later' }));
    await person.click(dialog.getByRole('button', { name: 'Schedule' }));
    await person.click(await card.findByRole('button', { name: 'Cancel the scheduled SMS' }));
    expect(await screen.findByText(messages.schedule.cancelled)).toBeVisible();
  });
});

describe('the list of tokens', () => {
  it('SMS and Revoke are offered for active tokens only, Copy Link and Details for all', async () => {
    for (const status of ['active', 'used', 'expired', 'revoked'] as const) {
      fake.state.tokens.push(aToken({ status, patient_ref_id: `ref-${status}` }));
    }
    open('/tokens');
    await screen.findByRole('table', { name: 'Your Upload Tokens' });
    for (const status of ['used', 'expired', 'revoked']) {
      const found = await row(`ref-${status}`);
      expect(found.queryByRole('button', { name: 'Revoke' })).toBeNull();
      expect(found.queryByRole('button', { name: 'Send SMS' })).toBeNull();
      expect(found.getByRole('button', { name: 'Copy Link' })).toBeVisible();
      expect(found.getByRole('link', { name: 'Details' })).toBeVisible();
    }
    const active = await row('ref-active');
    expect(active.getByRole('button', { name: 'Copy Link' })).toBeVisible();
    expect(active.getByRole('link', { name: 'Details' })).toBeVisible();
    expect(active.getByRole('button', { name: 'Send SMS' })).toBeVisible();
    expect(active.getByRole('button', { name: 'Revoke' })).toBeVisible();
  });

  it('a token whose SMS failed offers Resend SMS and shows the status', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-5', hasSMS: true, smsStatus: 'failed' }));
    open('/tokens');
    const found = await row('P-5');
    expect(found.getByRole('button', { name: 'Resend SMS' })).toBeVisible();
    expect(found.getByText('failed')).toBeVisible();
  });

  it('a token past its expiry date is shown as expired', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-6', expires_at: inDays(-0.01) }));
    open('/tokens');
    const found = await row('P-6');
    expect(found.getByText('expired')).toBeVisible();
    expect(found.queryByRole('button', { name: 'Revoke' })).toBeNull();
  });

  it('Copy Link copies the link with the current origin', async () => {
    const token = aToken({ patient_ref_id: 'P-7' });
    fake.state.tokens.push(token);
    const { person } = open('/tokens');
    const written = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await person.click((await row('P-7')).getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByText(messages.link.copied)).toBeVisible();
    expect(written).toHaveBeenCalledWith(linkOf(token));
  });

  it('a failed copy shows the link on the page', async () => {
    const token = aToken({ patient_ref_id: 'P-8' });
    fake.state.tokens.push(token);
    const { person } = open('/tokens');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await person.click((await row('P-8')).getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByText(messages.link.copyFailed)).toBeVisible();
    expect(screen.getByText(linkOf(token))).toBeVisible();
  });

  it('tokens that fail to load are reported and loaded on Retry', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-9' }));
    fake.use(http.get('*/api/tokens', () => HttpResponse.error(), { once: true }));
    const { person } = open('/tokens');
    expect(await screen.findByText(messages.token.loadFailed)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('P-9')).toBeDefined();
  });
});

describe('revoking a token', () => {
  it('the revoke dialog names token and patient, stays open while revoking and confirms the result', async () => {
    const token = aToken({ patient_ref_id: 'P-10' });
    fake.state.tokens.push(token);
    let respond = () => {};
    const { person } = open('/tokens');
    await person.click((await row('P-10')).getByRole('button', { name: 'Revoke' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(token.token)).toBeVisible();
    expect(dialog.getByText('P-10')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    fake.use(
      http.patch(
        '*/api/tokens/:id',
        () =>
          new Promise<Response>((resolve) => {
            respond = () => resolve(HttpResponse.json({ status: 'success', data: { token } }));
          }),
      ),
    );
    await person.click(dialog.getByRole('button', { name: 'Revoke' }));
    await dialog.findByRole('button', { name: 'Revoking...' });
    await person.keyboard('{Escape}');
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(screen.getByRole('dialog')).toBeVisible();
    respond();
    expect(await screen.findByText(messages.token.revoked)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('while a link is being revoked, the button ignores clicks and keeps the focus', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-12' }));
    fake.use(http.patch('*/api/tokens/:id', () => new Promise<Response>(() => undefined)));
    const { person } = open('/tokens');
    await person.click((await row('P-12')).getByRole('button', { name: 'Revoke' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Revoke' }));
    const busy = await dialog.findByRole('button', { name: 'Revoking...' });
    // A browser moves the focus away from a disabled element, and so out of the dialog.
    expect(busy).not.toHaveAttribute('disabled');
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    expect(busy).toHaveFocus();
    await person.click(busy);
    await person.keyboard('{Enter}');
    expect(fake.calls.filter((call) => call.startsWith('PATCH '))).toHaveLength(1);
  });

  it("a failed revocation keeps the dialog open and shows the server's reason", async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-11' }));
    fake.use(
      http.patch('*/api/tokens/:id', () => reject(409, 'token_receiving', errors.token_receiving.text)),
    );
    const { person } = open('/tokens');
    await person.click((await row('P-11')).getByRole('button', { name: 'Revoke' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText(messages.token.revokeFailed)).toBeVisible();
    expect(screen.getByText(errors.token_receiving.text)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});

describe('the SMS dialog', () => {
  async function openDialog(part: Partial<Token> = {}) {
    const token = aToken({ patient_ref_id: 'P-12', ...part });
    fake.state.tokens.push(token);
    const { person } = open('/tokens');
    await person.click((await row('P-12')).getByRole('button', { name: 'Send SMS' }));
    return { token, person, dialog: within(await screen.findByRole('dialog')) };
  }

  it('the SMS dialog is prefilled with the invitation and requires a phone number', async () => {
    const { token, dialog } = await openDialog();
    expect(dialog.getByLabelText('Message')).toHaveValue(
      `You have been invited to upload a document securely: ${linkOf(token)}`,
    );
    expect(dialog.getByRole('button', { name: 'Send SMS' })).toBeDisabled();
  });

  it('a phone number that consists of spaces is refused without a request', async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Phone number'), '   ');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(dialog.getByText(errors.phone_required.text)).toBeVisible();
    expect(fake.calls.some((call) => call.includes('send-sms'))).toBe(false);
  });

  it('a phone number that the service refuses is marked until it is changed, and the reason is shown once', async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Phone number'), '12');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    await expectToastOnly(errors.phone_invalid.text);
    expect(dialog.getByLabelText('Phone number')).toHaveAccessibleDescription(/No text can be sent/);
    expect(dialog.getByLabelText('Phone number')).toHaveValue('12');
    expect(dialog.getByLabelText('Phone number')).toBeInvalid();
    await person.type(dialog.getByLabelText('Phone number'), '3');
    expect(dialog.getByLabelText('Phone number')).toBeValid();
  });

  it.each([
    ['ticked', true],
    ['not ticked', false],
  ])('the offered reminders are planned only if their box is ticked (%s)', async (_what, wanted) => {
    const { token, person, dialog } = await openDialog();
    const box = await dialog.findByRole('checkbox', { name: 'Reminders: Thu 26 Nov, Thu 3 Dec' });
    expect(box).toBeChecked();
    if (!wanted) await person.click(box);
    await person.type(dialog.getByLabelText('Phone number'), '07700 900123');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(await screen.findByText(messages.sms.sent)).toBeVisible();
    expect(fake.state.reminders.get(token.id)?.planned).toHaveLength(wanted ? 2 : 0);
  });

  it('without reminders there is no box, and no reminders are requested', async () => {
    fake.use(
      http.get('*/api/tokens/:id/reminders', () =>
        HttpResponse.json({
          status: 'success',
          data: {
            ...{ ifTextedNow: [], sent: [], planned: [], paused: false },
            ...{ stopped: null, texts: {}, timeZone: 'Europe/London' },
          },
        }),
      ),
    );
    const { token, person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Phone number'), '07700 900123');
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(await screen.findByText(messages.sms.sent)).toBeVisible();
    expect(fake.state.reminders.get(token.id)?.planned).toEqual([]);
  });

  it("choosing a language changes the default text, but keeps a clinician's own text until it is discarded", async () => {
    fake.state.languages = ['en', 'pl'];
    const { token, person, dialog } = await openDialog();
    const message = dialog.getByLabelText('Message');
    await person.selectOptions(dialog.getByLabelText('Language for the patient'), 'Polish (Polski)');
    expect(message).toHaveValue(`Prosimy o dokument: ${linkOf(token)}`);
    await person.type(message, ' Ana');
    await person.selectOptions(dialog.getByLabelText('Language for the patient'), 'English');
    expect(message).toHaveValue(`Prosimy o dokument: ${linkOf(token)} Ana`);
    await person.click(dialog.getByRole('button', { name: 'Use the usual text' }));
    expect(message).toHaveValue(`You have been invited to upload a document securely: ${linkOf(token)}`);
  });

  it('the language of a link can be changed, but not removed: its text would still be in that language', async () => {
    fake.state.languages = ['en', 'pl'];
    const { dialog } = await openDialog({ language: 'pl' });
    const choice = within(dialog.getByLabelText('Language for the patient'));
    expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'English',
      'Polish (Polski)',
    ]);
    expect(dialog.getByLabelText('Language for the patient')).toHaveValue('pl');
  });

  it('a link in a language that the clinic no longer offers can be texted in the usual one', async () => {
    fake.state.languages = ['en', 'pl'];
    const { token, dialog } = await openDialog({ language: 'ro' });
    expect(dialog.getByLabelText('Language for the patient')).toHaveValue('');
    expect(dialog.getByLabelText('Message')).toHaveValue(
      `You have been invited to upload a document securely: ${linkOf(token)}`,
    );
  });

  it('the dialog has no language field if the clinic offers only one language', async () => {
    const { dialog } = await openDialog();
    expect(dialog.queryByLabelText('Language for the patient')).toBeNull();
  });

  it('a sent SMS is confirmed with a toast, and the row offers Resend SMS', async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Phone number'), '07700 900123');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(await screen.findByText(messages.sms.sent)).toBeVisible();
    expect(await (await row('P-12')).findByRole('button', { name: 'Resend SMS' })).toBeVisible();
  });
});

describe('token details', () => {
  it('token details show the link and the documents, and Copy confirms with a short message', async () => {
    const token = aToken({ status: 'used', patient_ref_id: 'P-20' });
    fake.state.tokens.push(token);
    fake.state.documents.push(
      aDocument({ token_id: token.id, file_name: 'card.jpg', comment: 'front side' }),
    );
    const { person } = open(`/tokens/${token.id}`);
    expect(await screen.findByText(linkOf(token))).toBeVisible();
    expect(screen.getByText('card.jpg')).toBeVisible();
    expect(screen.getByText('front side')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(messages.link.copiedShort)).toBeVisible();
  });

  it.each<[string, { lost?: true }]>([
    [messages.document.beingChecked, {}],
    [messages.document.lostShort, { lost: true }],
  ])('a document that cannot be opened has View and Download disabled beside “%s”', async (label, state) => {
    const token = aToken({ status: 'used' });
    fake.state.tokens.push(token);
    fake.state.documents.push(aDocument({ token_id: token.id, file_url: null, ...state }));
    open(`/tokens/${token.id}`);
    expect(await screen.findByText(label)).toBeVisible();
    expect(screen.getByRole('button', { name: 'View' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled();
    expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
  });

  it('token details show the reminders, and pause and resume them', async () => {
    const token = aToken({ hasSMS: true, smsStatus: 'delivered' });
    fake.state.tokens.push(token);
    fake.state.reminders.set(token.id, {
      ifTextedNow: ['2026-12-03T10:00:00.000Z'],
      sent: [
        { at: '2026-11-24T10:00:00.000Z', status: 'failed' },
        { at: '2026-11-26T10:00:00.000Z', status: 'delivered' },
      ],
      planned: ['2026-12-03T10:00:00.000Z'],
      paused: false,
      stopped: null,
      texts: {},
      timeZone: 'Europe/London',
    });
    const { person } = open(`/tokens/${token.id}`);
    expect(await screen.findByText('Tue 24 Nov: not delivered')).toBeVisible();
    expect(screen.getByText('Thu 26 Nov: delivered')).toBeVisible();
    expect(screen.getByText('Planned: Thu 3 Dec')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Pause reminders' }));
    expect(await screen.findByText(messages.sms.remindersPaused)).toBeVisible();
    expect(await screen.findByText(/^Paused:/)).toBeVisible();
    expect(screen.queryByText('Planned: Thu 3 Dec')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('Planned: Thu 3 Dec')).toBeVisible();
  });

  it('the page of a link without reminders shows none', async () => {
    const token = aToken();
    fake.state.tokens.push(token);
    open(`/tokens/${token.id}`);
    expect(await screen.findByText(linkOf(token))).toBeVisible();
    expect(screen.queryByText('Reminders')).toBeNull();
  });

  it('a link whose patient is not answering is marked in the list and in its details', async () => {
    const token = aToken({
      patient_ref_id: 'P-21',
      hasSMS: true,
      smsStatus: 'delivered',
      notAnswering: true,
    });
    fake.state.tokens.push(token);
    const { person } = open('/tokens');
    expect((await row('P-21')).getByText('not answering')).toBeVisible();
    await person.click((await row('P-21')).getByRole('link', { name: 'Details' }));
    expect(await screen.findByRole('heading', { name: 'Token Details' })).toBeVisible();
    expect(await screen.findByText('not answering')).toBeVisible();
  });

  it('token details show why the last SMS failed', async () => {
    const token = aToken({ hasSMS: true, smsStatus: 'failed' });
    const details = { ...token, uploads: [], smsReason: smsReason('30005') };
    fake.use(
      http.get('*/api/tokens/:id', () => HttpResponse.json({ status: 'success', data: { token: details } })),
    );
    open(`/tokens/${token.id}`);
    expect(await screen.findByText('failed')).toBeVisible();
    expect(screen.getByText(smsReason('30005'))).toBeVisible();
  });

  it.each([
    ['used', messages.token.uploadsDeleted],
    ['active', messages.token.noUploads],
  ] as const)('the page of a token that is %s and has no documents shows: %s', async (status, sentence) => {
    const token = aToken({ status });
    fake.state.tokens.push(token);
    open(`/tokens/${token.id}`);
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('the page of a missing token redirects to the list with a toast and a notice', async () => {
    const { address } = open('/tokens/nothing-like-an-id');
    await waitFor(() => expect(address()).toBe('/tokens'));
    expect(await screen.findByText(messages.token.loadDetailsFailed)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
    expect(screen.getByText(errors.token_not_found.text)).toBeVisible();
  });

  it('when a token fails to load, the page stays open with a notice and a link back', async () => {
    fake.use(
      http.get('*/api/tokens/:id', () => reject(503, 'service_unavailable', errors.service_unavailable.text)),
    );
    const { address } = open('/tokens/some-id');
    expect(await screen.findByText(errors.token_not_found.text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to tokens' })).toBeVisible();
    expect(address()).toBe('/tokens/some-id');
  });

  it('a response without a token shows that it was not found', async () => {
    fake.use(http.get('*/api/tokens/:id', () => HttpResponse.json({ status: 'success', data: {} })));
    open('/tokens/some-id');
    expect(await screen.findByText(errors.token_not_found.text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to tokens' })).toBeVisible();
  });
});

describe('a report by a patient who cannot send the document', () => {
  const reported = (change: object = {}) => {
    const problem = { reason: 'help', reported_at: '2026-11-20T10:00:00.000Z' } as const;
    const token = aToken({ patient_ref_id: 'P-600', problem, ...change });
    fake.state.tokens.push(token);
    return token;
  };

  it('a token page shows the reason, the patient’s comment and the time until the report is done', async () => {
    const { id } = reported({ problemComment: 'Please call me\nafter six' });
    const { person } = open(`/tokens/${id}`);
    expect(await screen.findByText('The patient needs help.')).toBeVisible();
    expect(screen.getByText(/Please call me\s+after six/)).toBeVisible();
    expect(screen.getByText(/^Reported on 20 Nov 2026, /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Marked as done')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('The patient needs help.')).toBeNull());
  });

  it('a report that has changed in the meantime is not marked as done, and the new report is shown', async () => {
    const token = reported();
    const { person } = open(`/tokens/${token.id}`);
    const done = await screen.findByRole('button', { name: 'Done' });
    token.problem = { reason: 'not_mine', reported_at: '2026-11-20T11:00:00.000Z' };
    await person.click(done);
    expect(await screen.findByText(errors.problem_changed.text)).toBeVisible();
    expect(await screen.findByText(/says that this is not theirs/)).toBeVisible();
    expect(screen.getByText(/No reminders are sent until/)).toBeVisible();
  });

  it('the list shows that a link has a report, even if a new link has also been requested', async () => {
    reported();
    reported({ patient_ref_id: 'P-601', status: 'expired', renewal_asked_at: inDays(-1) });
    open('/tokens');
    expect((await row('P-600')).getByText('reported a problem')).toBeVisible();
    expect((await row('P-601')).getByText('reported a problem, asked for a new link')).toBeVisible();
  });
});

describe('a new link in place of one that has ended', () => {
  const ended = (change: object = {}) => {
    const token = aToken({ status: 'expired', expires_at: inDays(-3), patient_ref_id: 'P-500', ...change });
    fake.state.tokens.push(token);
    return token;
  };
  const reissues = () => fake.calls.filter((call) => call.includes('reissue'));

  it('a token page shows the request and sends a new link to the known number', async () => {
    const { id } = ended({ renewal_asked_at: '2026-11-20T10:00:00.000Z', phoneEnding: '123' });
    const { person } = open(`/tokens/${id}`);
    expect(await screen.findByText(/^Patient asked for a new link on 20 Nov 2026, /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('…123')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Send new link' }));
    expect(await screen.findByText(messages.token.reissuedAndSent)).toBeVisible();
    expect(await screen.findByText(/A new link was made for this one on/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send new link' })).toBeNull();
    expect(fake.state.tokens[0]?.hasSMS).toBe(true);
  });

  it('without a number the dialog says so and shows the new link for copying', async () => {
    const { id } = ended();
    const { person } = open(`/tokens/${id}`);
    await person.click(await screen.findByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^No number is kept\./)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Make new link' }));
    expect(await screen.findByText(linkOf(fake.state.tokens[0]!))).toBeVisible();
  });

  it('a new link whose text is not confirmed is shown with the reason', async () => {
    const { id } = ended({ phoneEnding: '123' });
    const token = aToken({ patient_ref_id: 'P-500' });
    const body = {
      status: 'success',
      data: { token, sms: 'unconfirmed', smsProblem: 'The number is wrong.' },
    };
    fake.use(http.post('*/api/tokens/:id/reissue', () => HttpResponse.json(body, { status: 201 })));
    const { person } = open(`/tokens/${id}`);
    await person.click(await screen.findByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Send new link' }));
    expect(await screen.findByText(/it may not have been texted\. The number is wrong\./)).toBeVisible();
    expect(screen.getByText(linkOf(token))).toBeVisible();
  });

  it.each([
    ['Make new link', undefined, 'make'],
    ['Send new link', 'Make without a text', 'send'],
    ['Make without a text', 'Send new link', 'make'],
  ] as const)(
    'after a lost response to %s, the dialog says what may have happened and offers only a retry, with the same key',
    async (button, other, what) => {
      const { id } = ended(other && { phoneEnding: '123' });
      const keys: (string | null)[] = [];
      fake.use(
        http.post('*/api/tokens/:id/reissue', ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          return keys.length === 1 ? HttpResponse.error() : reject(429, 'rate_limited', 'Too many requests');
        }),
      );
      const { person } = open(`/tokens/${id}`);
      await person.click(await screen.findByRole('button', { name: 'Send new link' }));
      const dialog = within(await screen.findByRole('dialog'));
      await person.click(dialog.getByRole('button', { name: button }));
      expect(await dialog.findByText(dialogCopy.reissue.unknown[what])).toBeVisible();
      expect(screen.queryByText(messages.token.reissueFailed)).toBeNull();
      await person.click(dialog.getByRole('button', { name: button }));
      await waitFor(() => expect(keys).toHaveLength(2));
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(keys[1]).toBe(keys[0]);
      expect(await dialog.findByText(dialogCopy.reissue.unknown[what])).toBeVisible();
      if (other) expect(dialog.getByRole('button', { name: other })).toBeDisabled();
    },
  );

  it('the list marks a request for a new link and offers one for ended tokens that were not replaced', async () => {
    ended({ renewal_asked_at: inDays(-1) });
    ended({
      patient_ref_id: 'P-501',
      replaced_by: '10000000-0000-4000-8000-999999999999',
      replaced_at: inDays(-1),
    });
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-502' }));
    open('/tokens');
    const waiting = await row('P-500');
    expect(waiting.getByText('asked for a new link')).toBeVisible();
    expect(waiting.getByRole('button', { name: 'Send new link' })).toBeVisible();
    for (const reference of ['P-501', 'P-502'])
      expect((await row(reference)).queryByRole('button', { name: 'Send new link' })).toBeNull();
    expect(reissues()).toEqual([]);
  });

  it('an active token can be extended, within the limits', async () => {
    const token = aToken({ patient_ref_id: 'P-503', expires_at: inDays(2) });
    fake.state.tokens.push(token);
    const { person } = open(`/tokens/${token.id}`);
    await person.click(await screen.findByRole('button', { name: 'Extend' }));
    const dialog = within(await screen.findByRole('dialog'));
    const days = dialog.getByLabelText('Days from today');
    await waitFor(() => expect(days).toHaveValue('30'));
    await person.clear(days);
    await person.type(days, '366');
    await person.click(dialog.getByRole('button', { name: 'Extend' }));
    expect(await dialog.findByText(errors.expiry_days_invalid.text)).toBeVisible();
    await person.clear(days);
    await person.type(days, '60');
    await person.click(dialog.getByRole('button', { name: 'Extend' }));
    expect(await screen.findByText(/^The link now works until /)).toBeVisible();
    expect(Math.round((Date.parse(fake.state.tokens[0]!.expires_at) - Date.now()) / 86_400_000)).toBe(60);
  });
});
