import { describe, expect, it } from '@jest/globals';
import { errors, type SavedView } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.dora, state: fake.state });
const aView = (fields: Partial<SavedView> = {}): SavedView => ({
  id: '00000000-0000-4000-8000-000000000001',
  list: 'tokens',
  name: 'Ending this week',
  query: 'status=active&expiryRange=week',
  ...fields,
});
const views = async () => within(await screen.findByRole('navigation', { name: 'Saved views' }));
const button = (name: string) => screen.findByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

/** Handlers for the calls that change views; they update the state of the fake server. */
const changes = () => [
  http.post('*/api/auth/saved-views', async ({ request }) => {
    const view = { id: aView().id, ...((await request.json()) as Omit<SavedView, 'id'>) };
    fake.state.views.push(view);
    return HttpResponse.json({ status: 'success', data: { view } }, { status: 201 });
  }),
  http.patch('*/api/auth/saved-views/:id', async ({ request }) => {
    const { name } = (await request.json()) as { name: string };
    fake.state.views.splice(0, 1, aView({ name }));
    return HttpResponse.json({ status: 'success', data: { view: aView({ name }) } });
  }),
  http.delete('*/api/auth/saved-views/:id', () => {
    fake.state.views.splice(0, 1);
    return HttpResponse.json({ status: 'success', data: null });
  }),
];

describe('saved views', () => {
  it('the filters and the order of a list are saved under a name, and the view is then the current one', async () => {
    fake.use(...changes());
    const { person } = open('/tokens?sort=expiry&status=active&page=2');
    await person.click(await button('Save view'));
    await person.click((await dialog()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(errors.view_name_required.text)).toBeVisible();
    await person.type((await dialog()).getByLabelText('Name'), ' Next to end ');
    await person.click((await dialog()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The view “Next to end” has been saved')).toBeVisible();
    const { list, query, name } = fake.state.views[0] ?? {};
    expect({ list, query, name }).toEqual({
      list: 'tokens',
      query: 'status=active&sort=expiry',
      name: 'Next to end',
    });
    const link = (await views()).getByRole('link', { name: 'Next to end' });
    await waitFor(() => expect(link).toHaveAttribute('aria-current', 'true'));
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  });

  it('a view is opened as if its filters were set by hand, and All removes them', async () => {
    fake.state.views.push(aView(), aView({ id: 'other', list: 'documents', name: 'New documents' }));
    const { person, address } = open('/tokens');
    expect((await views()).queryByRole('link', { name: 'New documents' })).toBeNull();
    await person.click((await views()).getByRole('link', { name: 'Ending this week' }));
    expect(address()).toBe('/tokens?status=active&expiryRange=week');
    expect(screen.getByLabelText('Status')).toHaveValue('active');
    await person.selectOptions(screen.getByLabelText('Sort by'), 'expiry');
    expect((await views()).getByRole('link', { name: 'Ending this week' })).not.toHaveAttribute(
      'aria-current',
    );
    expect(await button('Save view')).toBeVisible();
    await person.click((await views()).getByRole('link', { name: 'All' }));
    expect(address()).toBe('/tokens');
    expect(screen.getByLabelText('Status')).toHaveValue('');
  });

  it('the form of the token monitor shows the filters of an opened view', async () => {
    fake.state.views.push(aView({ list: 'token-monitor', query: 'status=used&search=PT-7', name: 'Used' }));
    const { person } = open('/admin/token-monitor');
    await person.click((await views()).getByRole('link', { name: 'Used' }));
    await waitFor(() => expect(screen.getByLabelText('Status')).toHaveValue('used'));
    expect(screen.getByLabelText('Search')).toHaveValue('PT-7');
    await person.click((await views()).getByRole('link', { name: 'All' }));
    await waitFor(() => expect(screen.getByLabelText('Search')).toHaveValue(''));
  });

  it('the current view is renamed and deleted, and its filters stay', async () => {
    fake.use(...changes());
    fake.state.views.push(aView());
    const { person, address } = open('/tokens?status=active&expiryRange=week');
    await person.click(await button('Rename view'));
    const name = (await dialog()).getByLabelText('Name');
    expect(name).toHaveValue('Ending this week');
    await person.clear(name);
    await person.type(name, 'Urgent');
    await person.click((await dialog()).getByRole('button', { name: 'Rename' }));
    expect(await (await views()).findByRole('link', { name: 'Urgent' })).toBeVisible();
    await person.click(await button('Delete view'));
    await person.click((await dialog()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The view has been deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Saved views' })).toBeNull());
    expect(address()).toBe('/tokens?status=active&expiryRange=week');
  });

  it('a name that is taken is reported beside the field', async () => {
    const { text } = errors.view_name_taken;
    fake.use(http.post('*/api/auth/saved-views', () => reject(409, 'view_name_taken', text)));
    const { person } = open('/documents?review=new');
    await person.click(await button('Save view'));
    await person.type((await dialog()).getByLabelText('Name'), 'Mine{Enter}');
    await waitFor(async () =>
      expect((await dialog()).getByLabelText('Name')).toHaveAccessibleDescription(new RegExp(text)),
    );
  });

  it('views that could not be fetched are reported and fetched on Retry, and the list is shown anyway', async () => {
    let down = true;
    const { text } = errors.service_unavailable;
    fake.use(
      http.get('*/api/auth/saved-views', () =>
        down
          ? reject(503, 'service_unavailable', text)
          : HttpResponse.json({ status: 'success', data: { views: [aView({ list: 'admin-documents' })] } }),
      ),
    );
    const { person } = open('/admin/documents');
    expect(await screen.findByText('Your saved views could not be fetched.')).toBeVisible();
    expect(await screen.findByText('No documents found matching your filters')).toBeVisible();
    down = false;
    await person.click(await button('Retry'));
    expect((await views()).getByRole('link', { name: 'Ending this week' })).toBeVisible();
  });
});
