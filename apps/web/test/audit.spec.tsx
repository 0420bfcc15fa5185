import { describe, expect, it } from '@jest/globals';
import { errors, messages, type AuditResponse, type AuditEntry } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const asked: URLSearchParams[] = [];

const anEntry = (seq: number, part: Partial<AuditEntry> = {}): AuditEntry => ({
  seq,
  id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  source: 'auth',
  action: 'session.sign_in',
  outcome: 'success',
  reason: null,
  actor: { kind: 'user', id: people.dora.id, role: 'admin' },
  subject: null,
  related: [],
  from: '203.0.113.9',
  requestId: `request-${seq}`,
  codes: [],
  count: 1,
  settings: null,
  at: '2026-11-21T10:00:00.000Z',
  recordedAt: '2026-11-21T10:00:00.000Z',
  ...part,
});

const { firstName, lastName } = people.dora;
const serve = (entries: AuditEntry[], nextCursor: string | null = null, more: Partial<AuditResponse> = {}) =>
  fake.use(
    http.get('*/api/admin/audit', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const names = { people: { [people.dora.id]: { firstName, lastName } }, subjects: {}, searchCut: false };
      const data = { entries, ...names, nextCursor, ...more };
      return HttpResponse.json({ status: 'success', data });
    }),
    http.get('*/api/users', () =>
      HttpResponse.json({ status: 'success', data: { users: Object.values(people) } }),
    ),
  );
const open = (query = '') => renderApp(`/admin/audit${query}`, { user: people.dora, state: fake.state });

describe('the audit page', () => {
  it('the audit page describes who did what and why it was refused', async () => {
    serve([
      anEntry(2, {
        outcome: 'refused',
        reason: 'invalid_credentials',
        actor: { kind: 'anonymous', id: null, role: null },
      }),
      anEntry(1),
    ]);
    open();
    const table = await screen.findByRole('table', { name: 'Audit entries' });
    const [, refused, done] = within(table).getAllByRole('row');
    expect(refused).toHaveTextContent('Someone not signed in tried to sign in');
    expect(refused).toHaveTextContent('wrong email or password');
    expect(done).toHaveTextContent(`${firstName} ${lastName} signed in`);
    expect(done).toHaveTextContent('203.0.113.9');
  });

  it('times are shown in UTC, as in the filters and the exports, with seconds', async () => {
    serve([anEntry(1, { at: '2026-07-20T23:30:05.000Z' })]);
    open();
    const table = within(await screen.findByRole('table'));
    expect(table.getByRole('columnheader', { name: 'When (UTC)' })).toBeVisible();
    expect(table.getByText('20 Jul 2026, 23:30:05')).toBeVisible();
    expect(screen.getByLabelText('From (UTC)')).toBeVisible();
  });

  it('changing a filter reloads the audit entries from the newest page', async () => {
    serve([anEntry(1)], 'older-page');
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Older' }));
    await waitFor(() => expect(asked.at(-1)?.get('cursor')).toBe('older-page'));
    await person.selectOptions(screen.getByLabelText('Outcome'), 'refused');
    await waitFor(() => expect(asked.at(-1)?.get('outcome')).toBe('refused'));
    expect(asked.at(-1)?.has('cursor')).toBe(false);
    expect(screen.queryByRole('button', { name: 'Newer' })).toBeDisabled();
  });

  it('setting and then clearing a filter shows the newest audit entries again', async () => {
    serve([anEntry(1)], 'older-page');
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Older' }));
    await waitFor(() => expect(asked.at(-1)?.get('cursor')).toBe('older-page'));
    const outcome = screen.getByLabelText('Outcome');
    await person.selectOptions(outcome, 'refused');
    await waitFor(() => expect(asked.at(-1)?.get('outcome')).toBe('refused'));
    await person.selectOptions(outcome, '');
    await waitFor(() => expect(asked.at(-1)?.has('outcome')).toBe(false));
    expect(asked.at(-1)?.has('cursor')).toBe(false);
    expect(screen.getByRole('button', { name: 'Newer' })).toBeDisabled();
  });

  it('entries name the reference and the document, and say that a deleted document is no longer stored', async () => {
    const [link, letter, gone] = [1, 2, 3].map((n) => `20000000-0000-4000-8000-00000000000${n}`) as [
      string,
      string,
      string,
    ];
    serve(
      [
        anEntry(3, { action: 'document.delete', subject: { kind: 'document', id: gone } }),
        anEntry(2, { action: 'document.download', subject: { kind: 'document', id: letter } }),
        anEntry(1, { action: 'token.revoke', subject: { kind: 'token', id: link } }),
      ],
      null,
      {
        subjects: {
          [link]: { reference: 'PT-1', fileName: null },
          [letter]: { reference: 'PT-2', fileName: 'letter.pdf' },
          [gone]: { reference: 'PT-3', fileName: null },
        },
      },
    );
    open();
    const [, deleted, downloaded, revoked] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(deleted).toHaveTextContent('Patient PT-3, no longer stored');
    expect(downloaded).toHaveTextContent('Patient PT-2, letter.pdf');
    expect(revoked).toHaveTextContent('Patient PT-1');
  });

  it('the filters of the audit are kept in the URL, and a notice is shown if a search matches too much', async () => {
    serve([anEntry(1)], null, { searchCut: true });
    const { person, address } = open('?outcome=refused');
    expect(await screen.findByLabelText('Outcome')).toHaveValue('refused');
    await person.type(screen.getByLabelText('About'), 'PT');
    await waitFor(() => expect(asked.at(-1)?.get('search')).toBe('PT'));
    expect(asked.at(-1)?.get('outcome')).toBe('refused');
    expect(address()).toBe('/admin/audit?outcome=refused&search=PT');
    expect(await screen.findByText(/More links or people match this search/)).toBeVisible();
  });

  it('an empty audit result shows a message', async () => {
    serve([]);
    open();
    expect(await screen.findByText('No entries found')).toBeVisible();
  });

  it('an empty audit result is not shown for the next filter before its entries arrive', async () => {
    serve([]);
    const { person } = open();
    await screen.findByText('No entries found');
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    serve([anEntry(1)]);
    fake.use(http.get('*/api/admin/audit', () => response.then(() => undefined)));
    await person.selectOptions(screen.getByLabelText('Outcome'), 'refused');
    await waitFor(() => expect(fake.calls.join()).toContain('outcome=refused'));
    expect(screen.queryByText('No entries found')).toBeNull();
    respond();
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('a search that matches too much shows a notice even when it finds no entries', async () => {
    serve([], null, { searchCut: true });
    open('?search=PT');
    expect(await screen.findByText('No entries found')).toBeVisible();
    expect(screen.getByText(/More links or people match this search/)).toBeVisible();
  });

  it('failures to load or export audit entries show messages', async () => {
    serve([anEntry(1)]);
    fake.use(
      http.get('*/api/admin/audit/export', () =>
        reject(503, 'service_unavailable', errors.service_unavailable.text),
      ),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(messages.audit.exportFailed)).toBeVisible();
    fake.use(http.get('*/api/admin/audit', () => reject(500, 'internal_error', errors.internal_error.text)));
    await person.selectOptions(screen.getByLabelText('Outcome'), 'failed');
    expect(await screen.findByText('The audit’s entries could not be fetched.')).toBeVisible();
    expect(await screen.findByText(messages.audit.loadFailed)).toBeVisible();
  });
});
