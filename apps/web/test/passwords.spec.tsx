import { describe, expect, it } from '@jest/globals';
import { errors, errorSentence, messages } from '@caredrop/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { copy } from '../src/features/sign-in/copy.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();

describe('forgotten passwords', () => {
  const ask = async () => {
    const { person } = renderApp('/forgot-password');
    await person.type(await screen.findByLabelText('Email'), people.ana.email);
    await person.click(screen.getByRole('button', { name: 'Send instructions' }));
    return person;
  };

  it('a missing email shows a message and sends no request', async () => {
    const { person } = renderApp('/forgot-password');
    await person.click(await screen.findByRole('button', { name: 'Send instructions' }));
    expect(screen.getByText(errors.email_required.text)).toBeVisible();
    expect(fake.calls).not.toContain('POST /api/auth/forgot-password');
  });

  it('the page confirms a request to reset a password, and trying another email starts with an empty field', async () => {
    const person = await ask();
    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(screen.getByText(messages.auth.resetSent)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Try another email' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('');
  });

  it('a failed request to reset a password shows the confirmation without promising an email, and the failure as a toast', async () => {
    fake.use(http.post('*/api/auth/forgot-password', () => HttpResponse.error()));
    await ask();
    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(screen.getByText(messages.auth.resetSendFailed)).toBeVisible();
    expect(screen.getByText(copy.forgot.unsure)).toBeVisible();
    expect(screen.queryByText(/is on its way/)).toBeNull();
  });

  it('the pages do not say how long a link is valid, because the clinic chooses that', async () => {
    await ask();
    expect(await screen.findByText(copy.forgot.sent)).not.toHaveTextContent(/\d/);
    cleanup();
    renderApp('/reset-password');
    expect(await screen.findByText(copy.reset.invalid)).not.toHaveTextContent(/\d/);
  });
});

describe('setting a new password', () => {
  const fill = async (password: string, confirmation: string) => {
    const { person, address, router } = renderApp('/reset-password?token=abc');
    if (password) await person.type(await screen.findByLabelText('New Password'), password);
    if (confirmation) await person.type(await screen.findByLabelText('Confirm New Password'), confirmation);
    await person.click(await screen.findByRole('button', { name: 'Reset Password' }));
    return { address, router };
  };

  it.each([
    ['', '', errors.password_required.text],
    ['12345', 'other', errorSentence('password_too_short', { min: 6 })],
    // Five characters, as the service counts, in ten UTF-16 units.
    ['🔑🔑🔑🔑🔑', 'other', errorSentence('password_too_short', { min: 6 })],
    ['123456', '1234567', messages.auth.passwordsDiffer],
  ])(
    'the passwords %j and %j are refused, and the error names the first rule they break',
    async (password, confirmation, sentence) => {
      await fill(password, confirmation);
      expect(screen.getByText(sentence)).toBeVisible();
      expect(fake.calls).not.toContain('POST /api/auth/reset-password');
    },
  );

  it('the reset token is removed from the URL but kept in the history state', async () => {
    const { address, router } = renderApp('/reset-password?token=abc');
    await waitFor(() => expect(address()).toBe('/reset-password'));
    expect(router.state.location.state).toEqual({ resetToken: 'abc' });
  });

  it('a page without a reset token shows an error and a link to request a new one', async () => {
    renderApp('/reset-password');
    expect(await screen.findByText('Invalid Reset Link')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.queryByLabelText('New Password')).toBeNull();
  });

  it('an invalid reset token shows the server’s message', async () => {
    fake.use(
      http.post('*/api/auth/reset-password', () =>
        reject(400, 'reset_token_invalid', errors.reset_token_invalid.text),
      ),
    );
    await fill('123456', '123456');
    expect(await screen.findByText(errors.reset_token_invalid.text)).toBeVisible();
    // The link may be that of an invitation, or may have set a password already.
    expect(screen.getByText(/^No password was set this time\./)).toBeVisible();
  });

  it('a long pasted password is sent in full', async () => {
    let sent = '';
    fake.use(
      http.post('*/api/auth/reset-password', async ({ request }) => {
        sent = ((await request.json()) as { password: string }).password;
        return reject(400, 'too_long', 'Password can be at most 128 characters');
      }),
    );
    const long = 'correct horse battery staple '.repeat(6);
    const { person } = renderApp('/reset-password?token=abc');
    for (const label of ['New Password', 'Confirm New Password']) {
      await person.click(await screen.findByLabelText(label));
      await person.paste(long);
    }
    await person.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('Password can be at most 128 characters')).toBeVisible();
    expect(sent).toBe(long);
  });

  it('a successful reset is confirmed and then opens the sign-in page', async () => {
    const { address } = await fill('123456', '123456');
    expect(await screen.findByText('Password Reset Successful')).toBeVisible();
    expect(screen.getByText(messages.auth.resetDone)).toBeVisible();
    await waitFor(() => expect(address()).toBe('/login'));
  });
});

describe('the landing page', () => {
  it.each([
    [undefined, '/login'],
    [people.ana, '/dashboard'],
  ])(
    'the first button of the landing page links to the sign-in page, or to the dashboard for a signed-in user',
    async (user, target) => {
      renderApp('/', { user, state: fake.state });
      await waitFor(() =>
        expect(screen.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', target),
      );
    },
  );

  it('the landing page mentions HIPAA, AES-256, SMS, direct links and email notifications', async () => {
    renderApp('/');
    await screen.findByRole('heading', { level: 1 });
    for (const words of [/HIPAA/, /AES-256/, /SMS/, /direct link/, /email notification/i]) {
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    }
  });

  it('the landing page says that patients are reminded by text or email, without promising how often', async () => {
    renderApp('/');
    const sentence = await screen.findByText(/^Patients are reminded/);
    expect(sentence).toHaveTextContent('by text or email');
    expect(sentence).not.toHaveTextContent('until');
  });
});
