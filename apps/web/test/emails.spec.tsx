import { describe, expect, it } from '@jest/globals';
import { emailReason, errors, messages, type TokenDetails } from '@caredrop/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aToken } from './builders.js';
import { expectToastOnly } from './expect-toast-only.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const ADDRESS = 'patient@example.test';
const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const row = async (reference: string) =>
  within(await screen.findByRole('row', { name: new RegExp(reference) }));

describe('a new link with an email address', () => {
  async function fill(address: string) {
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-1');
    await person.type(await screen.findByLabelText('Patient’s email address'), address);
    await person.click(screen.getByRole('button', { name: 'Generate Link and Send Email' }));
    return person;
  }

  it('the card of the new link says where it is emailed, and offers no second email', async () => {
    await fill(ADDRESS);
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    expect(await screen.findByText(new RegExp(`To ${ADDRESS}\\. It will be sent as soon as`))).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Send by email' })).toEqual([]);
  });

  it('an address that the service refuses is marked, and the input stays', async () => {
    const { status, text } = errors.email_address_invalid;
    fake.use(http.post('*/api/tokens', () => reject(status, 'email_address_invalid', text)));
    await fill('patient');
    await expectToastOnly(text);
    expect(screen.getByLabelText('Patient’s email address')).toBeInvalid();
    expect(screen.getByLabelText('Patient Reference ID')).toHaveValue('P-1');
  });
});

describe('the email dialog', () => {
  async function openDialog(change: Partial<TokenDetails> = {}) {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-2', ...change, uploads: [{ count: 0 }] }));
    const { person } = open('/tokens');
    const name = change.emailStatus ? 'Resend by email' : 'Send by email';
    await person.click((await row('P-2')).getByRole('button', { name }));
    return { person, dialog: within(await screen.findByRole('dialog')) };
  }

  it('the link is emailed to the address that was typed, and the list shows that it is queued', async () => {
    const { person, dialog } = await openDialog();
    expect(dialog.getByText(/a wrong address gives the link to someone else/)).toBeVisible();
    await person.type(dialog.getByLabelText('Email address'), ADDRESS);
    await person.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await screen.findByText(messages.email.queued)).toBeVisible();
    expect(await (await row('P-2')).findByText('email queued')).toBeVisible();
    expect(fake.state.tokens[0]).toMatchObject({ emailAddress: ADDRESS });
  });

  it('an invalid address is refused without a request', async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Email address'), 'patient');
    await person.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await dialog.findByText(errors.email_address_invalid.text)).toBeVisible();
    expect(fake.calls.some((call) => call.includes('send-email'))).toBe(false);
  });

  it('an address that only the service refuses is marked, and the reason is shown once', async () => {
    const { status, text } = errors.email_address_invalid;
    const { person, dialog } = await openDialog();
    fake.use(http.post('*/api/tokens/:id/send-email', () => reject(status, 'email_address_invalid', text)));
    await person.type(dialog.getByLabelText('Email address'), ADDRESS);
    await person.click(dialog.getByRole('button', { name: 'Send email' }));
    await expectToastOnly(text);
    expect(dialog.getByLabelText('Email address')).toBeInvalid();
  });

  it('the address stays when sending fails, and a kept address is filled in', async () => {
    const { status, text } = errors.email_address_limit;
    fake.use(http.post('*/api/tokens/:id/send-email', () => reject(status, 'email_address_limit', text)));
    const { person, dialog } = await openDialog({ emailStatus: 'failed', emailAddress: ADDRESS });
    expect(dialog.getByLabelText('Email address')).toHaveValue(ADDRESS);
    await person.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(await dialog.findByText(/Nothing was sent/)).toBeVisible();
    expect(dialog.getByLabelText('Email address')).toHaveValue(ADDRESS);
  });
});

describe('the page of an emailed link', () => {
  it.each([
    [{ emailStatus: 'sent' }, /has accepted it\. Whether it has arrived is not known/],
    [{ emailStatus: 'failed', emailReason: emailReason('550') }, /it may not exist/],
    [{ emailStatus: 'cancelled' }, /the link had ended/],
  ] as const)('the state %j is explained', async (change, sentence) => {
    const token = aToken();
    fake.state.tokens.push(Object.assign(token, change));
    open(`/tokens/${token.id}`);
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});

describe('the reminders of an emailed link', () => {
  const days = /^Reminders: Thu,? 26 Nov, Thu,? 3 Dec$/;
  async function openDialog(change: Partial<TokenDetails> = {}) {
    const token = aToken({ patient_ref_id: 'P-3', ...change, uploads: [{ count: 0 }] });
    fake.state.tokens.push(token);
    const { person } = open('/tokens');
    const name = change.emailStatus ? 'Resend by email' : 'Send by email';
    await person.click((await row('P-3')).getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    const sent: object[] = [];
    fake.use(
      http.post('*/api/tokens/:id/send-email', async ({ request }) => {
        sent.push((await request.json()) as object);
        return HttpResponse.json({ status: 'success', data: { token } });
      }),
    );
    const send = async () => {
      await person.type(dialog.getByLabelText('Email address'), ADDRESS);
      await person.click(dialog.getByRole('button', { name: 'Send email' }));
      expect(await screen.findByText(messages.email.queued)).toBeVisible();
      return sent[0];
    };
    return { person, dialog, send };
  }

  it('reminders are offered with their days when the link is emailed, and can be turned off', async () => {
    const { person, dialog, send } = await openDialog();
    const box = dialog.getByRole('checkbox', { name: days });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription(/^The patient is emailed again on these days/);
    await person.click(box);
    expect(await send()).toMatchObject({ reminders: false });
  });

  it('reminders are requested unless they are turned off', async () => {
    const { send } = await openDialog();
    expect(await send()).toMatchObject({ reminders: true });
  });

  it.each([
    ['reminders are not offered for a link that was texted', { hasSMS: true, smsStatus: 'delivered' }, false],
    ['reminders are offered for a link whose text failed', { hasSMS: true, smsStatus: 'failed' }, true],
  ] as const)('%s', async (_what, change, offered) => {
    const { dialog, send } = await openDialog(change);
    expect(dialog.queryAllByRole('checkbox', { name: days })).toHaveLength(offered ? 1 : 0);
    expect(await send()).toMatchObject({ reminders: offered });
  });

  it('a new link offers reminders by email, and by text once a phone number is entered', async () => {
    const reminders = { times: ['2026-12-03T10:00:00.000Z'], timeZone: 'Europe/London' };
    const defaults = { expiryDays: 30, bulkExpiryDays: 90, languages: ['en'], reminders };
    fake.use(
      http.get('*/api/tokens/defaults', () => HttpResponse.json({ status: 'success', data: defaults })),
    );
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-1');
    await person.type(await screen.findByLabelText('Patient’s email address'), ADDRESS);
    const box = await screen.findByRole('checkbox', { name: /^Reminders: / });
    expect(box).toHaveAccessibleDescription(/^The patient is emailed again on these days/);
    await person.type(screen.getByLabelText('Patient’s phone number'), '07700 900123');
    expect(await screen.findByRole('checkbox', { name: /^Reminders: / })).toHaveAccessibleDescription(
      /^The patient is texted again on these days/,
    );
  });

  it('the page of the link shows the reminders with their results', async () => {
    const token = aToken({ emailStatus: 'sent' });
    fake.state.tokens.push(token);
    const at = (day: number) => `2026-11-${String(day)}T10:00:00.000Z`;
    fake.state.reminders.set(token.id, {
      ...{ ifTextedNow: [], texts: {}, timeZone: 'Europe/London', paused: false, stopped: null },
      sent: [
        { at: at(20), status: 'sent', channel: 'email' },
        { at: at(22), status: 'failed', channel: 'email' },
        { at: at(24), status: null, channel: 'email' },
      ],
      ...{ planned: [at(27)], channel: 'email' },
    });
    open(`/tokens/${token.id}`);
    for (const sentence of [/20 Nov: email sent$/, /22 Nov: email not accepted$/, /24 Nov: email queued$/])
      expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText(/^Planned by email: Fri,? 27 Nov$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pause reminders' })).toBeVisible();
  });
});
