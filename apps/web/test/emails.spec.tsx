import { describe, expect, it } from '@jest/globals';
import { emailReason, errors, messages, type TokenDetails } from '@caredrop/contracts';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { aToken } from './builders.js';
import { refuse } from './fake-api.js';
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
    fake.use(http.post('*/api/tokens', () => refuse(status, 'email_address_invalid', text)));
    await fill('patient');
    expect((await screen.findAllByText(text))[0]).toBeVisible();
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

  it('something that is not an address is refused without a request', async () => {
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText('Email address'), 'patient');
    await person.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await dialog.findByText(errors.email_address_invalid.text)).toBeVisible();
    expect(fake.calls.some((call) => call.includes('send-email'))).toBe(false);
  });

  it('the address stays when sending fails, and a kept address is filled in', async () => {
    const { status, text } = errors.email_address_limit;
    fake.use(http.post('*/api/tokens/:id/send-email', () => refuse(status, 'email_address_limit', text)));
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
