import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { aToken } from './builders.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const listCalls = () => fake.calls.filter((call) => /^GET \/api\/tokens(\?|$)/.test(call));
const shown = async (reference: string) => {
  const rows = await screen.findAllByRole('row');
  return rows.some((row) => within(row).queryByText(reference) !== null);
};

describe('the filters of a user’s own list', () => {
  it('a search and a status are sent to the server, kept in the URL, and cleared by one click', async () => {
    fake.state.tokens.push(
      aToken({ patient_ref_id: 'P-1', notes: 'Referral letter' }),
      aToken({ patient_ref_id: 'P-2' }),
    );
    const { person, router } = open('/tokens');
    await waitFor(async () => expect(await shown('P-2')).toBe(true));
    expect(listCalls()).toEqual(['GET /api/tokens']);
    await person.type(screen.getByLabelText('Search'), 'letter');
    await waitFor(async () => expect(await shown('P-2')).toBe(false));
    expect(await shown('P-1')).toBe(true);
    expect(router.state.location.search).toBe('?search=letter');
    await person.selectOptions(screen.getByLabelText('Status'), 'revoked');
    expect(await screen.findByText('No link of yours matches these filters.')).toBeVisible();
    expect(listCalls().at(-1)).toBe('GET /api/tokens?search=letter&status=revoked');
    await person.click(screen.getByRole('link', { name: 'Clear filters' }));
    await waitFor(async () => expect(await shown('P-2')).toBe(true));
    expect(screen.getByLabelText('Search')).toHaveValue('');
    expect(router.state.location.search).toBe('');
  });

  it('a URL with filters opens the list with them', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-1' }), aToken({ patient_ref_id: 'P-2' }));
    open('/tokens?search=P-2&sort=expiry');
    await waitFor(async () => expect(await shown('P-2')).toBe(true));
    expect(await shown('P-1')).toBe(false);
    expect(screen.getByLabelText('Search')).toHaveValue('P-2');
    expect(screen.getByLabelText('Sort by')).toHaveValue('expiry');
    expect(listCalls()).toEqual(['GET /api/tokens?search=P-2&sort=expiry']);
  });

  it('a pasted link is searched by the start of its value, and neither the URL nor a call contains it', async () => {
    const { person, router } = open('/tokens');
    await screen.findByText(/^Links you generate appear here/);
    await person.click(screen.getByLabelText('Search'));
    await person.paste(`https://care.example/upload?token=${'Ab3'.repeat(14)}Z`);
    await waitFor(() => expect(router.state.location.search).toBe('?search=Ab3Ab3Ab'));
    expect(screen.getByLabelText('Search')).toHaveValue('Ab3Ab3Ab');
    await waitFor(() => expect(listCalls().at(-1)).toBe('GET /api/tokens?search=Ab3Ab3Ab'));
    expect(fake.calls.join()).not.toContain('Ab3'.repeat(5));
  });

  it('while filters are being cleared, an empty search result is not mistaken for a list without links', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-1' }));
    const { person } = open('/tokens?search=P-9');
    const clear = await screen.findByRole('link', { name: 'Clear filters' });
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    fake.use(http.get('*/api/tokens', () => response.then(() => undefined)));
    await person.click(clear);
    await waitFor(() => expect(listCalls().at(-1)).toBe('GET /api/tokens'));
    expect(screen.queryByText(/^Links you generate appear here/)).toBeNull();
    respond();
    await waitFor(async () => expect(await shown('P-1')).toBe(true));
  });

  it('an empty list without filters says how links are added', async () => {
    open('/tokens');
    expect(await screen.findByText(/^Links you generate appear here/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull();
  });

  it('the order alone does not count as a filter', async () => {
    open('/tokens?sort=expiry');
    expect(await screen.findByText(/^Links you generate appear here/)).toBeVisible();
  });
});
