import { describe, expect, it } from '@jest/globals';
import { errors, type SendingCheck, type SendingJob, type SendingJobBody } from '@caredrop/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { instantOf, sendTimes } from '../src/features/tokens/send-later/clinic-time.js';
import { copy } from '../src/features/tokens/send-many/copy.js';
import { inDays } from './builders.js';
import { liveUpdates, reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const ok = (data: object) => HttpResponse.json({ status: 'success', data });

const none = { waiting: 0, sending: 0, sent: 0, unconfirmed: 0, failed: 0, cancelled: 0 };
const done: SendingJob = {
  id: '00000000-0000-4000-8000-0000000000aa',
  user: people.ana,
  state: 'done',
  created_at: inDays(0),
  ended_at: inDays(0),
  kept_until: inDays(14),
  counts: { ...none, total: 2, sent: 2 },
};

/** The notice for a file that has ended with these counts. */
async function noticeOf(counts: Partial<SendingJob['counts']>): Promise<{ text: string; tone?: string }> {
  fake.use(
    http.get('*/api/sending-jobs/:id', () => ok({ job: { ...done, counts: { ...none, ...counts } } })),
    http.get('*/api/sending-jobs/:id/rows', () => ok({ rows: [] })),
  );
  renderApp(`/send-many/${done.id}`, { user: people.ana, state: fake.state });
  const notice = await screen.findByText(/Every row has been handled/);
  const tone = notice.closest<HTMLElement>('[data-tone]')?.dataset.tone;
  return { text: notice.textContent, ...(tone !== undefined && { tone }) };
}

describe('a file of requests that has ended', () => {
  it('a file whose requests were all sent ends with a success', async () => {
    expect(await noticeOf({ total: 2, sent: 2 })).toEqual({ text: copy.job.done, tone: 'success' });
  });

  it.each([
    ['was not sent', { total: 2, sent: 1, failed: 1 }],
    ['may not have been sent', { total: 2, sent: 1, unconfirmed: 1 }],
    ['has an email that was not sent', { total: 2, sent: 2, emails: { queued: 0, failed: 1 } }],
  ])('a file in which a row %s ends with a warning that mentions the results', async (_what, counts) => {
    expect(await noticeOf(counts)).toEqual({ text: copy.job.doneNotAllSent, tone: 'warning' });
  });

  it('a file whose emails are still queued names their number and does not end with a success', async () => {
    expect(await noticeOf({ total: 3, sent: 3, emails: { queued: 2, failed: 0 } })).toEqual({
      text: 'Every row has been handled. 2 emails wait for the mail server, which may still refuse them.',
      tone: 'info',
    });
  });

  it('emails that were not sent have their own number', async () => {
    await noticeOf({ total: 3, sent: 3, emails: { queued: 0, failed: 2 } });
    expect(screen.getByText(copy.job.stats.emailsFailed).parentElement).toHaveTextContent('2');
  });
});

describe('a file that is chosen', () => {
  const checks: SendingJobBody[] = [];
  const checked: SendingCheck = {
    rows: [{ line: 2, channels: ['sms'], segments: 1 }],
    ...{ sendable: 1, segments: { gsm: 1, ucs2: 0 }, leftToday: 100, emails: { count: 0, leftToday: 100 } },
  };

  async function choose(text: string) {
    checks.length = 0;
    fake.use(
      http.get('*/api/sending-jobs', () => ok({ jobs: [] })),
      http.post('*/api/sending-jobs/check', async ({ request }) => {
        checks.push((await request.json()) as SendingJobBody);
        return ok(checked);
      }),
    );
    const { person, address } = renderApp('/send-many', { user: people.ana, state: fake.state });
    await screen.findByText(copy.file.drop);
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await person.upload(input, new File([text], 'monday.csv', { type: 'text/csv' }));
    return { person, input, address };
  }

  it('a file that was corrected can be chosen again', async () => {
    const { input } = await choose('Reference,Phone\nA-1,07700900123');
    await screen.findByText('1 request will be sent.');
    // Browsers report no change while the input already has a file of this name.
    expect(input.value).toBe('');
  });

  it('a file with a stray quotation mark is not checked, and the page names the row', async () => {
    await choose('Reference,Name,Phone\nA-1,"Bob" Smith,07700900123\nA-2,"Ann",07700900124');
    expect(await screen.findByText(copy.file.problems.quotes(2))).toBeVisible();
    expect(checks).toEqual([]);
  });

  it('a file that is sent later is checked for that time', async () => {
    const { person } = await choose('Reference,Phone\nA-1,07700900123');
    await screen.findByText('1 request will be sent.');
    expect(checks.at(-1)).not.toHaveProperty('sendAt');
    await person.click(screen.getByRole('radio', { name: 'Later' }));
    const sendAt = instantOf(sendTimes(Date.now(), 'Europe/London').tomorrow, 'Europe/London');
    await waitFor(() => expect(checks.at(-1)).toMatchObject({ sendAt }));
    expect(await screen.findByRole('button', { name: 'Schedule 1' })).toBeEnabled();
  });

  it('a time that was chosen stays chosen after a file that could not be read and another file', async () => {
    const { person, input } = await choose('Reference,Phone\nA-1,07700900123');
    await screen.findByText('1 request will be sent.');
    await person.click(screen.getByRole('radio', { name: 'Later' }));
    await person.click(screen.getByRole('button', { name: 'Monday 08:00' }));
    const upload = (text: string) =>
      person.upload(input, new File([text], 'monday.csv', { type: 'text/csv' }));
    await upload('Reference,Name,Phone\nA-1,"Bob" Smith,07700900123');
    expect(await screen.findByText(copy.file.problems.quotes(2))).toBeVisible();
    await upload('Reference,Phone\nA-2,07700900124');
    expect(await screen.findByRole('button', { name: 'Schedule 1' })).toBeEnabled();
    const sendAt = instantOf(sendTimes(Date.now(), 'Europe/London').monday, 'Europe/London');
    expect(checks.at(-1)).toMatchObject({ sendAt, rows: [{ reference: 'A-2' }] });
  });

  it('only for a file that starts on a later day, the page says that the daily limits apply on that day', async () => {
    const { person } = await choose('Reference,Phone\nA-1,07700900123');
    await screen.findByText('1 request will be sent.');
    expect(screen.queryByText(copy.check.laterDay)).toBeNull();
    await person.click(screen.getByRole('radio', { name: 'Later' }));
    expect(await screen.findByText(copy.check.laterDay)).toBeVisible();
    const today = new Date().toISOString().slice(0, 10);
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: today } });
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '12:00' } });
    await waitFor(() => expect(checks.at(-1)?.sendAt).toContain(today));
    await screen.findByText('1 request will be sent.');
    expect(screen.queryByText(copy.check.laterDay)).toBeNull();
  });

  it('if the user has been removed from the chosen team, the page warns that the file will be sent without a team, and then sends the file', async () => {
    const member = { id: people.ana.id, firstName: 'Ana', lastName: 'Li', watching: true, active: true };
    const team = { id: '20000000-0000-4000-8000-000000000001', name: 'Knee clinic', archived: false };
    fake.state.teams = [{ ...team, members: [member], watchers: 1 }];
    const updates = liveUpdates();
    const sent: SendingJobBody[] = [];
    fake.use(
      updates.handler,
      http.post('*/api/sending-jobs', async ({ request }) => {
        const body = (await request.json()) as SendingJobBody;
        sent.push(body);
        if (body.teamId) return reject(403, 'team_not_yours', errors.team_not_yours.text);
        if (sent.length === 2) return HttpResponse.error();
        return HttpResponse.json({ status: 'success', data: { job: done } }, { status: 201 });
      }),
    );
    const { person, address } = await choose('Reference,Phone\nA-1,07700900123');
    await person.selectOptions(await screen.findByLabelText('Team'), team.name);
    const send = async () => person.click(await screen.findByRole('button', { name: copy.send.label(1) }));
    await waitFor(() => expect(checks.at(-1)).toMatchObject({ teamId: team.id }));
    fake.state.teams = [];
    updates.send('team.changed');
    await waitFor(() => expect(screen.queryByLabelText('Team')).toBeNull());
    await send();
    expect(await screen.findByText(copy.check.teamLeft)).toBeVisible();
    await waitFor(() => expect(checks.at(-1)).not.toHaveProperty('teamId'));
    await send();
    expect(await screen.findByText(copy.send.unknown)).toBeVisible();
    expect(screen.queryByText(copy.check.teamLeft)).toBeNull();
    await send();
    await waitFor(() => expect(address()).toBe(`/send-many/${done.id}`));
    expect(sent.map(({ teamId }) => teamId)).toEqual([team.id, undefined, undefined]);
  });
});
