import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SendingJob } from '@caredrop/contracts';
import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { baseApi } from '../src/shared/api/base-api.js';
import { background } from '../src/shared/live/background.js';
import { aToken, inDays } from './builders.js';
import { liveUpdates } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();

/** For each read of `path`, whether it was marked as background; each takes `pauseMs`. */
function marksOf(path: string, pauseMs = 0) {
  const marks: boolean[] = [];
  fake.use(
    http.get(path, async ({ request }) => {
      marks.push(request.headers.get('x-background') === '1');
      await delay(pauseMs);
    }),
  );
  return marks;
}

const ok = (data: object) => HttpResponse.json({ status: 'success', data });

const running: SendingJob = {
  id: '00000000-0000-4000-8000-0000000000aa',
  user: people.ana,
  state: 'running',
  created_at: inDays(0),
  ended_at: null,
  kept_until: inDays(14),
  counts: { total: 2, waiting: 1, sending: 0, sent: 1, unconfirmed: 0, failed: 0, cancelled: 0 },
};

// The window of an earlier test must not mark the first reads of the next one.
beforeEach(() => waitFor(() => expect(background.isOn()).toBe(false)));

describe('reads that no user action caused', () => {
  it('the rows of a running file are polled in the background', async () => {
    fake.use(
      http.get('*/api/sending-jobs/:id', () => ok({ job: running })),
      http.get('*/api/sending-jobs/:id/rows', () =>
        ok({ rows: [{ line: 2, reference: 'AB-1', state: 'sent' }] }),
      ),
    );
    const marks = marksOf('*/api/sending-jobs/:id/rows');
    renderApp(`/send-many/${running.id}`, { user: people.ana, state: fake.state });
    expect(await screen.findByText('AB-1')).toBeVisible();
    expect(marks).toEqual([false]);
    await waitFor(() => expect(marks).toEqual([false, true]), { timeout: 10_000 });
  });

  it('a list is not read again when the stream opens if nothing has changed since it was read', async () => {
    const updates = liveUpdates(60_000);
    fake.use(updates.handler);
    const [tokens, documents] = [marksOf('*/api/tokens'), marksOf('*/api/documents')];
    renderApp('/dashboard', { user: people.ana, state: fake.state });
    await waitFor(() => expect(fake.calls).toContain('GET /api/events'), { timeout: 10_000 });
    updates.send('token.revoked');
    await waitFor(() => expect(tokens).toContain(true), { timeout: 10_000 });
    expect(documents).toEqual([false]);
  });

  it('a live update during a slow refetch causes another refetch in the background', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-1' }));
    const updates = liveUpdates();
    fake.use(updates.handler);
    const marks = marksOf('*/api/admin/tokens/monitor', 800);
    renderApp('/admin/token-monitor', { user: people.dora, state: fake.state });
    // The stream has opened.
    await waitFor(() => expect(marks).toEqual([false, true]), { timeout: 10_000 });
    updates.send('token.revoked');
    await waitFor(() => expect(marks).toEqual([false, true, true]), { timeout: 10_000 });
  });

  it('when a live update refetches a list of several pages, every page is read in the background', async () => {
    const pages = [aToken({ patient_ref_id: 'P-1' }), aToken({ patient_ref_id: 'P-2' })];
    fake.use(
      http.get('*/api/admin/tokens/monitor', ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has('cursor');
        return ok({ tokens: [pages[isFirst ? 0 : 1]], nextCursor: isFirst ? '1' : null });
      }),
    );
    const marks = marksOf('*/api/admin/tokens/monitor', 150);
    const { store } = renderApp('/admin/token-monitor', { user: people.dora, state: fake.state });
    expect(await screen.findByRole('row', { name: /P-2/ })).toBeVisible();
    expect(marks).toEqual([false, false]);
    background.begin();
    store.dispatch(baseApi.util.invalidateTags(['Token']));
    await waitFor(() => expect(marks).toEqual([false, false, true, true]));
  });
});
