import { expect, it } from '@jest/globals';
import { messages } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { baseApi } from '../src/shared/api/base-api.js';
import { aDocument, aToken, inDays } from './builders.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.dora, state: fake.state });
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const asked = (call: string) =>
  waitFor(() => expect(fake.calls.some((one) => one.includes(call))).toBe(true));
const busyTable = () => screen.getByRole('table').closest('[aria-busy=true]');

/** From now on, serves this list empty, but only once `release` has been called. */
function holdEmpty(path: string, data: object) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  fake.use(
    http.get(path, async () => {
      await released;
      return HttpResponse.json({ status: 'success', data });
    }),
  );
  return { release: () => release() };
}

it('clinicians stay listed while the next filter loads, and the open dialog stays if none match', async () => {
  const { person } = open('/admin/manage-users');
  await row(/Ana Li/);
  const { release } = holdEmpty('*/api/admin/users', { users: [] });
  await person.type(screen.getByLabelText('Name'), 'zz');
  await asked('name=zz');
  expect(busyTable()).not.toBeNull();
  await person.click((await row(/Ana Li/)).getByRole('button', { name: 'Disable' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable Ana Li?' }));
  await person.type(dialog.getByLabelText('Reason'), 'Left');
  release();
  expect(await screen.findByText('No clinicians found')).toBeInTheDocument();
  expect(dialog.getByLabelText('Reason')).toHaveValue('Left');
  await person.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText(messages.user.disabled('Ana Li'))).toBeVisible();
});

it('tokens stay listed while the next filters load, and the open dialog stays if none match', async () => {
  fake.state.tokens.push(aToken({ patient_ref_id: 'P-1' }));
  const { person } = open('/admin/token-monitor');
  await row(/P-1/);
  const { release } = holdEmpty('*/api/admin/tokens/monitor', { tokens: [], nextCursor: null });
  await person.type(screen.getByLabelText('Search'), 'zz');
  await person.click(screen.getByRole('button', { name: 'Apply Filters' }));
  await asked('search=zz');
  expect(busyTable()).not.toBeNull();
  await person.click((await row(/P-1/)).getByRole('button', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('dialog'));
  release();
  expect(await screen.findByText(messages.token.noneFound)).toBeInTheDocument();
  await person.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(messages.token.revoked)).toBeVisible();
});

it('documents stay listed while the next filter loads, and the open dialog stays if none match', async () => {
  fake.state.documents.push(aDocument({ file_name: 'card.jpg', file_type: 'image/jpeg' }));
  const { person } = open('/admin/documents');
  await row(/card\.jpg/);
  const { release } = holdEmpty('*/api/admin/documents', { uploads: [], nextCursor: null });
  await person.selectOptions(screen.getByLabelText('File Type'), 'pdf');
  await asked('fileType=pdf');
  expect(busyTable()).not.toBeNull();
  await person.click((await row(/card\.jpg/)).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this document?' }));
  release();
  expect(await screen.findByText(messages.document.noneMatching)).toBeInTheDocument();
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(messages.document.deleted)).toBeVisible();
});

it('when the worklist empties, an open snooze dialog stays', async () => {
  const token = aToken({ patient_ref_id: 'P-1' });
  fake.state.attention.tokens.push({ reason: 'opened', since: inDays(-1), token });
  const { person, store } = open('/worklist');
  await person.click((await row(/P-1/)).getByRole('button', { name: 'Snooze' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }));
  fake.state.attention.tokens = [];
  store.dispatch(baseApi.util.invalidateTags(['Token']));
  expect(await screen.findByText('Nothing needs attention')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: /^In 3 days/ })).toBeVisible();
});

it('a filter that fails to load shows the error instead of the earlier rows', async () => {
  fake.state.documents.push(aDocument({ file_name: 'card.jpg', file_type: 'image/jpeg' }));
  const { person } = open('/admin/documents');
  await row(/card\.jpg/);
  fake.use(http.get('*/api/admin/documents', () => HttpResponse.error()));
  await person.selectOptions(screen.getByLabelText('File Type'), 'pdf');
  expect(await screen.findByText('The documents could not be fetched.')).toBeVisible();
  expect(screen.queryByRole('row', { name: /card\.jpg/ })).toBeNull();
});
