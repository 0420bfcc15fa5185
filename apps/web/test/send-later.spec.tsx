import { describe, expect, it } from '@jest/globals';
import { errors, errorSentence, messages, type TokenDetails } from '@caredrop/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dialogCopy } from '../src/features/tokens/dialog-copy.js';
import {
  formatSendTime,
  instantOf,
  localTime,
  sendTimes,
} from '../src/features/tokens/send-later/clinic-time.js';
import { aToken, inDays } from './builders.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const ZONE = 'Europe/London';
const NUMBER = '+447700900123';
const PHONE = 'Phone number';
const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const tomorrow = () => instantOf(sendTimes(Date.now(), ZONE).tomorrow, ZONE) ?? '';
const shown = () => formatSendTime(tomorrow(), ZONE);
const row = async (reference: string) =>
  within(await screen.findByRole('row', { name: new RegExp(reference) }));

async function openDialog(button: string, change: Partial<TokenDetails> = {}) {
  fake.state.tokens.push(aToken({ patient_ref_id: 'P-2', ...change, uploads: [{ count: 0 }] }));
  const { person } = open('/tokens');
  await person.click((await row('P-2')).getByRole('button', { name: button }));
  return { person, dialog: within(await screen.findByRole('dialog')) };
}

describe('sending a link later', () => {
  it('a text is scheduled for tomorrow morning, and the list shows when', async () => {
    const { person, dialog } = await openDialog('Send SMS');
    await person.type(dialog.getByLabelText(PHONE), NUMBER);
    await person.click(dialog.getByRole('radio', { name: 'Later' }));
    expect(dialog.getByLabelText('Date')).toHaveValue(sendTimes(Date.now(), ZONE).tomorrow.day);
    expect(dialog.getByLabelText('Time')).toHaveValue('08:00');
    await person.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(messages.schedule.set)).toBeVisible();
    expect(fake.state.tokens[0]).toMatchObject({ scheduled: { sms: tomorrow() }, hasSMS: false });
    expect(await (await row('P-2')).findByText(`SMS on ${shown()}`)).toBeVisible();
  });

  it('an email is scheduled for a time that was typed', async () => {
    const { person, dialog } = await openDialog('Send by email');
    await person.type(dialog.getByLabelText('Email address'), 'patient@example.test');
    await person.click(dialog.getByRole('radio', { name: 'Later' }));
    await person.click(dialog.getByRole('button', { name: 'Monday 08:00' }));
    fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '17:30' } });
    await person.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(messages.schedule.set)).toBeVisible();
    const { day } = sendTimes(Date.now(), ZONE).monday;
    expect(fake.state.tokens[0]?.scheduled).toEqual({ email: instantOf({ day, time: '17:30' }, ZONE) });
  });

  it.each([
    ['no time', '', errors.send_at_invalid.text],
    ['a time that has passed', '00:00', errorSentence('send_at_soon', { min: 5 })],
  ])('%s is refused without a request', async (_what, time, problem) => {
    const { person, dialog } = await openDialog('Send SMS');
    await person.type(dialog.getByLabelText(PHONE), NUMBER);
    await person.click(dialog.getByRole('radio', { name: 'Later' }));
    fireEvent.change(dialog.getByLabelText('Date'), { target: { value: localTime(Date.now(), ZONE).day } });
    fireEvent.change(dialog.getByLabelText('Time'), { target: { value: time } });
    await person.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText(problem)).toBeVisible();
    expect(fake.calls.some((call) => call.includes('send-sms'))).toBe(false);
  });

  it('the dialog says that another time replaces the first, and that sending now cancels it', async () => {
    const { person, dialog } = await openDialog('Send SMS', { scheduled: { sms: tomorrow() } });
    expect(dialog.getByText(`If you send it now, nothing is sent on ${shown()}.`)).toBeVisible();
    await person.click(dialog.getByRole('radio', { name: 'Later' }));
    expect(dialog.getByText(`This replaces what is scheduled for ${shown()}.`)).toBeVisible();
  });

  it('sending a new link can be scheduled in the form and cancelled on the link’s card', async () => {
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-1');
    expect(screen.queryByRole('radio', { name: 'Later' })).toBeNull();
    await person.type(await screen.findByLabelText('Patient’s phone number'), NUMBER);
    await person.click(await screen.findByRole('radio', { name: 'Later' }));
    await person.click(screen.getByRole('button', { name: 'Generate Link and Schedule' }));
    expect(await screen.findByText(`SMS: will be sent on ${shown()}`)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Cancel the scheduled SMS' }));
    expect(await screen.findByText(messages.schedule.cancelled)).toBeVisible();
    expect(fake.state.tokens[0]?.scheduled).toBeUndefined();
    await waitFor(() => expect(screen.queryByText(`SMS: will be sent on ${shown()}`)).toBeNull());
  });

  it('the form for a new link names the days of the reminders only if the link is sent now', async () => {
    const times = ['2026-11-26T10:00:00.000Z', '2026-12-03T10:00:00.000Z'];
    const defaults = { expiryDays: 30, bulkExpiryDays: 90, languages: ['en'] };
    fake.use(
      http.get('*/api/tokens/defaults', () =>
        HttpResponse.json({
          status: 'success',
          data: { ...defaults, reminders: { times, timeZone: ZONE } },
        }),
      ),
    );
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient’s phone number'), NUMBER);
    expect(await screen.findByRole('checkbox', { name: /^Reminders: / })).toBeVisible();
    await person.click(screen.getByRole('radio', { name: 'Later' }));
    const { labelLater, helpLater } = dialogCopy.reminders;
    expect(screen.getByRole('checkbox', { name: labelLater })).toHaveAccessibleDescription(helpLater.sms);
    expect(screen.queryByRole('checkbox', { name: /^Reminders: / })).toBeNull();
  });
});

describe('the time of a form that was left', () => {
  /** Chooses 00:00 of today, which has passed. */
  function choosePastTime(form: Pick<typeof screen, 'getByLabelText'>) {
    fireEvent.change(form.getByLabelText('Date'), { target: { value: localTime(Date.now(), ZONE).day } });
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '00:00' } });
  }

  it('a time chosen in the form for a new link is still chosen after the form was left, and is used', async () => {
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-3');
    await person.type(await screen.findByLabelText('Patient’s phone number'), NUMBER);
    await person.click(await screen.findByRole('radio', { name: 'Later' }));
    await person.click(screen.getByRole('button', { name: 'Monday 08:00' }));
    cleanup();
    const { person: later } = open('/generate-link');
    expect(await screen.findByLabelText('Date')).toHaveValue(sendTimes(Date.now(), ZONE).monday.day);
    await later.click(screen.getByRole('button', { name: 'Generate Link and Schedule' }));
    const sms = instantOf(sendTimes(Date.now(), ZONE).monday, ZONE);
    await waitFor(() =>
      expect(fake.state.tokens).toMatchObject([{ patient_ref_id: 'P-3', scheduled: { sms } }]),
    );
    cleanup();
    const { person: again } = open('/generate-link');
    await again.type(await screen.findByLabelText('Patient’s phone number'), NUMBER);
    expect(await screen.findByRole('radio', { name: 'Now' })).toBeChecked();
    await again.clear(screen.getByLabelText('Patient’s phone number'));
  });

  it.each([
    ['Send SMS', PHONE, NUMBER],
    ['Send by email', 'Email address', 'patient@example.test'],
  ])(
    'a time chosen in the dialog “%s” is kept, and the reopened dialog says that it has passed',
    async (button, field, recipient) => {
      const { person, dialog } = await openDialog(button);
      await person.type(dialog.getByLabelText(field), recipient);
      await person.click(dialog.getByRole('radio', { name: 'Later' }));
      choosePastTime(dialog);
      expect(dialog.queryByText(errorSentence('send_at_soon', { min: 5 }))).toBeNull();
      cleanup();
      const { person: later } = open('/tokens');
      await later.click((await row('P-2')).getByRole('button', { name: button }));
      const reopened = within(await screen.findByRole('dialog'));
      expect(reopened.getByLabelText(field)).toHaveValue(recipient);
      expect(reopened.getByRole('radio', { name: 'Later' })).toBeChecked();
      expect(reopened.getByLabelText('Time')).toHaveValue('00:00');
      expect(reopened.getByText(errorSentence('send_at_soon', { min: 5 }))).toBeVisible();
    },
  );
});

describe('a scheduled link', () => {
  const details = (change: Partial<TokenDetails> = {}) => {
    const token = aToken({ scheduled: { sms: tomorrow() }, ...change, uploads: [{ count: 0 }] });
    fake.state.tokens.push(token);
    return open(`/tokens/${token.id}`);
  };

  it('a scheduled link can be sent now from its page', async () => {
    const { person } = details();
    await person.click(await screen.findByRole('button', { name: 'Send the scheduled SMS now' }));
    expect(await screen.findByText(messages.schedule.sendingNow)).toBeVisible();
  });

  it('the status of an overdue message says when it was due, not that it will be sent at a time in the past', async () => {
    const due = inDays(-1 / 24);
    details({ scheduled: { sms: due } });
    const status = `SMS: was due on ${formatSendTime(due, ZONE)}, and is sent as soon as possible`;
    expect(await screen.findByText(status)).toBeVisible();
  });

  it('a cancellation that comes too late is not shown as successful', async () => {
    const { status, text } = errors.schedule_sending;
    fake.use(
      http.delete('*/api/tokens/:id/scheduled-sends/:channel', () =>
        reject(status, 'schedule_sending', text),
      ),
    );
    const { person } = details();
    await person.click(await screen.findByRole('button', { name: 'Cancel the scheduled SMS' }));
    expect((await screen.findAllByText(text))[0]).toBeVisible();
    expect(screen.queryByText(messages.schedule.cancelled)).toBeNull();
  });
});
