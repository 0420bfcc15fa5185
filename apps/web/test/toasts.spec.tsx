import { errors, messages } from '@caredrop/contracts';
import { describe, expect, it } from '@jest/globals';
import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { toast } from '../src/shared/ui/toast.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();

/** How long a toast is shown on a page, in milliseconds. */
async function lasting(path: string, show: () => void): Promise<number | boolean | undefined> {
  cleanNotifications();
  window.history.replaceState(null, '', path);
  show();
  const toasts = await shown(1);
  return toasts[0]?.autoClose;
}

/** The toasts, once there are `count` of them. */
function shown(count: number) {
  return waitFor(() => {
    const { notifications } = notificationsStore.getState();
    expect(notifications).toHaveLength(count);
    return notifications;
  });
}

describe('toasts', () => {
  it.each([
    ['/dashboard', 5000, 5000],
    ['/', 5000, 5000],
    ['/login', 2000, 4000],
    ['/forgot-password', 2000, 4000],
    ['/reset-password', 2000, 4000],
  ])('a toast on %s lasts %i ms after a success and %i ms otherwise', async (path, success, other) => {
    expect(await lasting(path, () => toast.success('Done'))).toBe(success);
    expect(await lasting(path, () => toast.error('Not done'))).toBe(other);
  });

  it('a toast for the next page lasts as long as that page requires', async () => {
    expect(await lasting('/login', () => toast.success('Done', { framed: true }))).toBe(5000);
    expect(await lasting('/tokens', () => toast.success('Done', { framed: false }))).toBe(2000);
    cleanNotifications();
  });

  it.each([
    ['/tokens', '/login', 2000],
    ['/', '/', 5000],
  ])('after signing out on %s, the message is shown on %s for %i ms', async (path, next, duration) => {
    cleanNotifications();
    window.history.replaceState(null, '', path);
    const { person, address } = renderApp(path, { user: people.ana, state: fake.state });
    await person.click(await screen.findByRole('button', { name: 'Account: Ana Li' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(await shown(1)).toMatchObject([{ message: messages.auth.loggedOut, autoClose: duration }]);
    await waitFor(() => expect(address()).toBe(next));
    act(() => cleanNotifications());
  });

  it('a success removes the toast of its own earlier failure and no other', async () => {
    cleanNotifications();
    toast.serverFirst(new Error('lost'), 'Failed to send');
    toast.serverFirst(new Error('lost'), 'Failed to revoke');
    toast.success('Sent', { after: 'Failed to send' });
    const sentences = (await shown(2)).map(({ message }) => message);
    expect(sentences).toEqual(['Failed to revoke', 'Sent']);
    cleanNotifications();
  });

  it('a list that fails to load again replaces its toast', async () => {
    cleanNotifications();
    fake.use(
      http.get('*/api/tokens', () => reject(503, 'service_unavailable', errors.service_unavailable.text)),
    );
    const { person } = renderApp('/tokens', { user: people.ana, state: fake.state });
    const [first] = await shown(1);
    await person.click(await screen.findByRole('button', { name: 'Retry' }));
    const ids = () => notificationsStore.getState().notifications.map(({ id }) => id);
    await waitFor(() => expect(ids().at(-1)).not.toBe(first?.id));
    expect(ids()).toHaveLength(1);
    act(() => cleanNotifications());
  });

  it('at most twenty toasts are shown at once', async () => {
    renderApp('/dashboard', { user: people.ana, state: fake.state });
    await screen.findByRole('heading', { level: 1 });
    toast.error('Trouble 1');
    await screen.findByText('Trouble 1');
    act(() => {
      for (let n = 2; n <= 21; n += 1) toast.error(`Trouble ${n}`);
    });
    expect(await screen.findByText('Trouble 20')).toBeVisible();
    expect(screen.getAllByText(/^Trouble \d+$/)).toHaveLength(20);
    act(() => cleanNotifications());
  });
});
