import { describe, expect, it } from '@jest/globals';
import type { SendingJob } from '@caredrop/contracts';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { copy } from '../src/features/tokens/send-many/copy.js';
import { inDays } from './builders.js';
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

/** The notice of a file that has ended with these counts. */
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
  it('a file of which everything was sent ends with a success', async () => {
    expect(await noticeOf({ total: 2, sent: 2 })).toEqual({ text: copy.job.done, tone: 'success' });
  });

  it.each([
    ['was not sent', { total: 2, sent: 1, failed: 1 }],
    ['may not have been sent', { total: 2, sent: 1, unconfirmed: 1 }],
  ])('a file of which a row %s ends with a warning that names the results', async (_what, counts) => {
    expect(await noticeOf(counts)).toEqual({ text: copy.job.doneNotAllSent, tone: 'warning' });
  });
});
