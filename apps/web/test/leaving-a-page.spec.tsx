import { expect, it, jest } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { aDocument, aToken } from './builders.js';
import { liveUpdates, reject } from './fake-api.js';
import { people } from './people.js';

/** The code of a list's screen, which loads when `load` is called. */
function slowScreen(name: string) {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  jest.unstable_mockModule(`../src/app/routes/${name}.js`, async () => {
    await loaded;
    return { Component: () => <h1>The list</h1> };
  });
  return load;
}

const loadLinks = slowScreen('tokens');
const loadDocuments = slowScreen('documents');
const { fakeServer, renderApp } = await import('./render-app.js');

const { ana, ben } = people;
const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: ana, state: fake.state });
type App = ReturnType<typeof open>;

const untilGone = ({ store }: App) =>
  waitFor(() =>
    expect(Object.values(store.getState().api.queries).map((query) => query?.status)).toContain('rejected'),
  );

/** Opens a link's page and assigns it to Ben; then Ana can no longer see it. */
async function assign() {
  const token = aToken();
  fake.state.tokens.push(token);
  const app = open(`/tokens/${token.id}`);
  fake.use(
    http.get('*/api/tokens/:id', () =>
      token.owner === ana ? undefined : reject(404, 'token_not_found', errors.token_not_found.text),
    ),
  );
  await app.person.click(await screen.findByRole('button', { name: 'Assign…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'Ben Okafor' });
  await app.person.selectOptions(dialog.getByLabelText('Clinician'), 'Ben Okafor');
  return { ...app, token, submit: () => app.person.click(dialog.getByRole('button', { name: 'Assign' })) };
}

it('after a link is assigned, its page reports no error while the list loads', async () => {
  const { submit, ...app } = await assign();
  await submit();
  expect(await screen.findByText('The link has been assigned')).toBeVisible();
  await untilGone(app);
  loadLinks();
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
  expect(screen.queryByText(messages.token.loadDetailsFailed)).toBeNull();
  expect(app.router.state.location).toMatchObject({ pathname: '/tokens', state: null });
});

it('if a link cannot be assigned because a colleague has assigned it, its page reports that it is missing', async () => {
  const { submit, token, address } = await assign();
  fake.use(
    http.post('*/api/tokens/:id/assign', () => {
      token.owner = ben;
      return reject(404, 'token_not_found', errors.token_not_found.text);
    }),
  );
  await submit();
  expect(await screen.findByText(messages.token.loadDetailsFailed)).toBeVisible();
  await waitFor(() => expect(address()).toBe('/tokens'));
});

it('after a document is deleted, its page reports no error while the list loads', async () => {
  const document = aDocument();
  fake.state.documents.push(document);
  const updates = liveUpdates();
  fake.use(updates.handler);
  const app = open(`/documents/${document.id}`);
  const reads = () => fake.calls.filter((call) => call === `GET /api/documents/${document.id}`);
  // The second read follows the opening of the stream.
  await waitFor(() => expect(reads()).toHaveLength(2));
  await app.person.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(messages.document.deleted)).toBeVisible();
  updates.send('document.deleted', { documentId: document.id });
  await untilGone(app);
  loadDocuments();
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
  expect(screen.queryByText(messages.document.loadDetailsFailed)).toBeNull();
});
