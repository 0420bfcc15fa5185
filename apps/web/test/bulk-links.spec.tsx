import { describe, expect, it } from '@jest/globals';
import { errors } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aToken } from './builders.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route = '/tokens') => renderApp(route, { user: people.ana, state: fake.state });
const texted = { hasSMS: true, smsStatus: 'sent' as const, smsPhoneNumber: '+447700900123' };
const sends = () => fake.calls.filter((call) => call.endsWith('/send-sms'));
const row = (dialog: ReturnType<typeof within>, reference: string) =>
  dialog.getByText(reference).closest('li');

async function chooseAll(person: ReturnType<typeof open>['person'], button: string) {
  await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await person.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

describe('actions on several links', () => {
  it('the text is sent again for each link that has a number, and each link shows its result', async () => {
    fake.state.tokens.push(
      aToken({ patient_ref_id: 'good', ...texted }),
      aToken({ patient_ref_id: 'bad', ...texted, smsPhoneNumber: '123' }),
      aToken({ patient_ref_id: 'never texted' }),
      aToken({ patient_ref_id: 'used', status: 'used' }),
    );
    const { person } = open();
    const dialog = await chooseAll(person, 'Resend text to 4');
    expect(dialog.getByText('Resend the text to 2 patients?')).toBeVisible();
    await person.dblClick(dialog.getByRole('button', { name: 'Resend text to 2' }));
    expect(await dialog.findByText('Sent: 1 of 2. Failed: 1')).toBeVisible();
    expect(row(dialog, 'good')).toHaveTextContent('text sent');
    expect(row(dialog, 'bad')).toHaveTextContent(errors.phone_invalid.text);
    expect(row(dialog, 'never texted')).toHaveTextContent('there is no number or address');
    expect(row(dialog, 'used')).toHaveTextContent('not active');
    expect(sends()).toHaveLength(2);
    await person.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByText('4 selected')).toBeNull());
  });

  it('a link is sent again as it was before: by text, by email, or both, each with its result', async () => {
    const emailed = { emailStatus: 'sent' as const, emailAddress: 'mary@example.org' };
    const limited = aToken({ patient_ref_id: 'limited', ...emailed });
    fake.state.tokens.push(
      aToken({ patient_ref_id: 'by email', ...emailed }),
      aToken({ patient_ref_id: 'by both', ...texted, ...emailed }),
      aToken({ patient_ref_id: 'by text', ...texted }),
      aToken({ patient_ref_id: 'refused', ...emailed, emailStatus: 'failed' }),
      limited,
    );
    const { status, text } = errors.email_address_limit;
    const sent: object[] = [];
    fake.use(
      http.post(`*/api/tokens/${limited.id}/send-email`, () => reject(status, 'email_address_limit', text)),
    );
    fake.use(
      http.post('*/api/tokens/:id/send-email', async ({ request, params }) => {
        if (params.id === limited.id) return undefined;
        sent.push((await request.json()) as object);
        return HttpResponse.json({ status: 'success', data: {} });
      }),
    );
    const { person } = open();
    const dialog = await chooseAll(person, 'Resend to 5');
    expect(dialog.getByText('Resend the link to 4 patients?')).toBeVisible();
    await person.dblClick(dialog.getByRole('button', { name: 'Resend to 4' }));
    expect(await dialog.findByText('Sent: 3 of 4. Failed: 1')).toBeVisible();
    expect(row(dialog, 'by email')).toHaveTextContent('email queued');
    expect(row(dialog, 'by both')).toHaveTextContent('text sent, email queued');
    expect(row(dialog, 'by text')).toHaveTextContent(/text sent$/);
    expect(row(dialog, 'refused')).toHaveTextContent('there is no number or address to send it to');
    expect(row(dialog, 'limited')).toHaveTextContent(text);
    expect(sends()).toHaveLength(2);
    expect(sent).toEqual([
      { email: 'mary@example.org', reminders: true },
      { email: 'mary@example.org', reminders: true },
    ]);
  });

  it('a row for which only one of two channels succeeded shows the result of each, and does not count as failed', async () => {
    const emailed = { emailStatus: 'sent' as const, emailAddress: 'mary@example.org' };
    fake.state.tokens.push(
      aToken({ patient_ref_id: 'texted only', ...texted, ...emailed }),
      aToken({ patient_ref_id: 'neither', ...texted, ...emailed, smsPhoneNumber: '123' }),
    );
    const { status, text } = errors.email_address_limit;
    fake.use(http.post('*/api/tokens/:id/send-email', () => reject(status, 'email_address_limit', text)));
    const { person } = open();
    const dialog = await chooseAll(person, 'Resend to 2');
    await person.click(dialog.getByRole('button', { name: 'Resend to 2' }));
    expect(await dialog.findByText('Sent: 0 of 2. Sent in part: 1. Failed: 1')).toBeVisible();
    expect(row(dialog, 'texted only')).toHaveTextContent(`text sent · email: ${text}`);
    expect(row(dialog, 'neither')).toHaveTextContent(`text: ${errors.phone_invalid.text} · email: ${text}`);
  });

  it('selected links are revoked after one confirmation, and the reason for a rejection is shown for its link', async () => {
    const stuck = aToken({ patient_ref_id: 'stuck' });
    fake.state.tokens.push(aToken({ patient_ref_id: 'open' }), stuck);
    fake.use(
      http.patch(`*/api/tokens/${stuck.id}`, () =>
        reject(409, 'token_receiving', errors.token_receiving.text),
      ),
    );
    const { person } = open();
    const dialog = await chooseAll(person, 'Revoke 2');
    expect(fake.calls.some((call) => call.startsWith('PATCH'))).toBe(false);
    await person.click(dialog.getByRole('button', { name: 'Revoke 2' }));
    expect(await dialog.findByText('Revoked: 1 of 2. Failed: 1')).toBeVisible();
    expect(row(dialog, 'open')).toHaveTextContent('revoked');
    expect(row(dialog, 'stuck')).toHaveTextContent(errors.token_receiving.text);
  });

  it.each([
    ['Revoke 2', 'revoked'],
    ['Assign 2…', 'assigned'],
  ])('when “%s” has emptied the list, the results stay until they are closed', async (button, result) => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'one' }), aToken({ patient_ref_id: 'two' }));
    const { person } = open('/tokens?status=active');
    const dialog = await chooseAll(person, button);
    if (result === 'assigned') {
      await dialog.findByRole('option', { name: 'Ben Okafor' });
      await person.selectOptions(dialog.getByLabelText('Clinician'), 'Ben Okafor');
    }
    await person.click(dialog.getByRole('button', { name: button.replace('…', '') }));
    expect(await screen.findByText('No link of yours matches these filters.')).toBeInTheDocument();
    for (const reference of ['one', 'two']) {
      expect(row(dialog, reference)).toBeVisible();
      expect(row(dialog, reference)).toHaveTextContent(result);
    }
    await person.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a row whose response is lost says that it is not known whether the text was sent', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'lost', ...texted }));
    fake.use(http.post('*/api/tokens/:id/send-sms', () => Response.error()));
    const { person } = open();
    const dialog = await chooseAll(person, 'Resend text to 1');
    await person.click(dialog.getByRole('button', { name: 'Resend text to 1' }));
    await waitFor(() => expect(row(dialog, 'lost')).toHaveTextContent('It is not known whether'));
  });
});
