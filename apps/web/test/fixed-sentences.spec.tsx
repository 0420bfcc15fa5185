import { describe, expect, it } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aDocument, aToken } from './builders.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const silent = (path: string) => fake.use(http.post(`*/api${path}`, () => HttpResponse.error()));

describe('default messages without a response', () => {
  it('when setting a password gets no response, the default message is shown and the input is kept', async () => {
    silent('/auth/reset-password');
    const { person } = renderApp('/reset-password?token=abc');
    await person.type(await screen.findByLabelText('New Password'), '123456');
    await person.type(screen.getByLabelText('Confirm New Password'), '123456');
    await person.click(screen.getByRole('button', { name: /password/i }));
    expect(await screen.findByText(messages.auth.resetFailed)).toBeVisible();
    expect(screen.getByLabelText('New Password')).toHaveValue('123456');
  });

  it('when setting a password gets no response and a second try is refused, the page still says that it may have been set', async () => {
    silent('/auth/reset-password');
    const { person } = renderApp('/reset-password?token=abc');
    await person.type(await screen.findByLabelText('New Password'), '123456');
    await person.type(screen.getByLabelText('Confirm New Password'), '123456');
    await person.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText(/Your new password may have been set/)).toBeVisible();
    const { status, text } = errors.reset_token_invalid;
    fake.use(http.post('*/api/auth/reset-password', () => reject(status, 'reset_token_invalid', text)));
    await person.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(/Your new password may have been set/)).toBeVisible();
  });

  it('when generating tokens in bulk gets no response, the default message is shown and the input is kept', async () => {
    silent('/tokens/bulk');
    const { person } = renderApp('/admin/token-monitor', { user: people.dora, state: fake.state });
    await person.click(await screen.findByRole('button', { name: 'Generate Bulk Tokens' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate Bulk Tokens' }));
    await person.click(dialog.getByRole('button', { name: 'Generate' }));
    expect(await screen.findByText(messages.token.generateFailed)).toBeVisible();
    expect(dialog.getByLabelText('Number of Tokens')).toHaveValue('10');
  });

  it('when sending a text message gets no response, the default message is shown and the input is kept', async () => {
    silent('/tokens/:id/send-sms');
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-12' }));
    const { person } = renderApp('/tokens', { user: people.ana, state: fake.state });
    await person.click(await screen.findByRole('button', { name: 'Send SMS' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Phone number'), '07700 900123');
    await person.click(dialog.getByRole('button', { name: 'Send SMS' }));
    expect(await screen.findByText(messages.sms.failed)).toBeVisible();
    expect(dialog.getByLabelText('Phone number')).toHaveValue('07700 900123');
  });

  it('when disabling a clinician gets no response, the default message is shown and the input is kept', async () => {
    silent('/admin/users/:id/disable');
    const { person } = renderApp('/admin/manage-users', { user: people.dora, state: fake.state });
    const row = within(await screen.findByRole('row', { name: /Ana Li/ }));
    await person.click(row.getByRole('button', { name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Reason'), 'On leave');
    await person.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(messages.user.disableFailed)).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('On leave');
  });

  it('an image that cannot be drawn shows the default message and a link to the full size', async () => {
    const document = aDocument({ file_name: 'card.jpg', file_type: 'image/jpeg' });
    fake.use(http.get('*/api/files/:id/pages/:page', () => new HttpResponse(null, { status: 422 })));
    fake.state.documents.push(document);
    renderApp(`/documents/${document.id}`, { user: people.ana, state: fake.state });
    fireEvent.error(await screen.findByRole('img', { name: 'card.jpg, page 1 of 3' }));
    expect(await screen.findByText(messages.document.imageFailed)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View Full Size' })).toBeVisible();
  });
});
