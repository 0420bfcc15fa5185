import { describe, expect, it, jest } from '@jest/globals';
import { errors, messages, smsReason } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aDocument, aToken, inDays } from './builders.js';
import { refuse } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const linkOf = (token: { token: string }) => `${window.location.origin}/upload?token=${token.token}`;

/** The row of a patient reference. */
const row = async (reference: string) =>
  within(await screen.findByRole('row', { name: new RegExp(reference) }));

describe('generating a link', () => {
  it('a missing reference is reported without a request', async () => {
    const { person } = open('/generate-link');
    await person.click(await screen.findByRole('button', { name: 'Generate Link' }));
    expect(screen.getByText(errors.patient_ref_required.text)).toBeVisible();
    expect(fake.calls).not.toContain('POST /api/tokens');
  });

  it('a generated link is shown in full and listed, and the form is cleared', async () => {
    const { person } = open('/generate-link');
    expect(await screen.findByText(messages.token.noneFound)).toBeVisible();
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-77');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    const [token] = fake.state.tokens;
    expect(screen.getByText(linkOf(token!))).toBeVisible();
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

  it("a failed generation shows the server's message or a default one and keeps the input", async () => {
    const { person } = open('/generate-link');
    fake.use(http.post('*/api/tokens', () => refuse(429, 'rate_limited', errors.rate_limited.text)));
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-77');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(errors.rate_limited.text)).toBeVisible();
    fake.use(http.post('*/api/tokens', () => HttpResponse.error()));
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    expect(await screen.findByText(messages.link.generateFailed)).toBeVisible();
    expect(screen.getByLabelText('Patient Reference ID')).toHaveValue('P-77');
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
    expect(active.getByRole('button', { name: 'Send SMS' })).toBeVisible();
    expect(active.getByRole('button', { name: 'Revoke' })).toBeVisible();
  });

  it('a token with a sent SMS offers Resend SMS and shows the status', async () => {
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

  it('Copy Link copies the link on the current origin', async () => {
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
    let answer = () => {};
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
            answer = () => resolve(HttpResponse.json({ status: 'success', data: { token } }));
          }),
      ),
    );
    await person.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByRole('button', { name: 'Revoking...' })).toBeDisabled();
    await person.keyboard('{Escape}');
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(screen.getByRole('dialog')).toBeVisible();
    answer();
    expect(await screen.findByText(messages.token.revoked)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("a failed revocation keeps the dialog open and shows the server's reason", async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-11' }));
    fake.use(
      http.patch('*/api/tokens/:id', () => refuse(409, 'token_receiving', errors.token_receiving.text)),
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
  async function openDialog() {
    const token = aToken({ patient_ref_id: 'P-12' });
    fake.state.tokens.push(token);
    const { person } = open('/tokens');
    await person.click((await row('P-12')).getByRole('button', { name: 'Send SMS' }));
    return { token, person, dialog: within(await screen.findByRole('dialog')) };
  }

  it('the SMS dialog is prefilled with the invitation and requires a phone number', async () => {
    const { token, dialog } = await openDialog();
    expect(dialog.getByLabelText('Message')).toHaveValue(messages.sms.defaultText(linkOf(token)));
    expect(dialog.getByRole('button', { name: 'Send SMS' })).toBeDisabled();
  });

  it('a phone number that consists of spaces is refused without a request', async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Phone number'), '   ');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(dialog.getByText(errors.phone_required.text)).toBeVisible();
    expect(fake.calls.some((call) => call.includes('send-sms'))).toBe(false);
  });

  it("a failed SMS shows the server's reason and keeps the phone number", async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Phone number'), '12');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(await screen.findByText(errors.phone_invalid.text)).toBeVisible();
    expect(dialog.getByLabelText('Phone number')).toHaveValue('12');
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
  ] as const)('a %s token without documents shows: %s', async (status, sentence) => {
    const token = aToken({ status });
    fake.state.tokens.push(token);
    open(`/tokens/${token.id}`);
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('a missing token leads to the list with a toast and a notice', async () => {
    const { address } = open('/tokens/nothing-like-an-id');
    await waitFor(() => expect(address()).toBe('/tokens'));
    expect(await screen.findByText(messages.token.loadDetailsFailed)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
    expect(screen.getByText(errors.token_not_found.text)).toBeVisible();
  });

  it('a token that fails to load keeps the page with a notice and a link back', async () => {
    fake.use(
      http.get('*/api/tokens/:id', () => refuse(503, 'service_unavailable', errors.service_unavailable.text)),
    );
    const { address } = open('/tokens/some-id');
    expect(await screen.findByText(errors.token_not_found.text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to tokens' })).toBeVisible();
    expect(address()).toBe('/tokens/some-id');
  });
});
