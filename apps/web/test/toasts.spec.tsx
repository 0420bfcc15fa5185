import { describe, expect, it } from '@jest/globals';
import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { toast } from '../src/shared/ui/toast.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();

/** How long a toast is shown on a page, in milliseconds. */
function lasting(path: string, show: () => void): number | boolean | undefined {
  cleanNotifications();
  window.history.replaceState(null, '', path);
  show();
  return notificationsStore.getState().notifications.at(-1)?.autoClose;
}

describe('toasts', () => {
  it.each([
    ['/dashboard', 5000, 5000],
    ['/', 5000, 5000],
    ['/login', 2000, 4000],
    ['/forgot-password', 2000, 4000],
    ['/reset-password', 2000, 4000],
  ])('a toast on %s lasts %i ms after a success and %i ms otherwise', (path, success, other) => {
    expect(lasting(path, () => toast.success('Done'))).toBe(success);
    expect(lasting(path, () => toast.error('Not done'))).toBe(other);
  });

  it('a toast for the next page lasts as long as that page requires', () => {
    expect(lasting('/login', () => toast.success('Done', { framed: true }))).toBe(5000);
    cleanNotifications();
  });

  it('a success removes the toast of its own earlier failure and no other', () => {
    cleanNotifications();
    const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);
    toast.serverFirst(new Error('lost'), 'Failed to send');
    toast.serverFirst(new Error('lost'), 'Failed to revoke');
    toast.success('Sent', { after: 'Failed to send' });
    expect(shown()).toEqual(['Failed to revoke', 'Sent']);
    cleanNotifications();
  });

  it('at most twenty toasts are shown at once', async () => {
    renderApp('/dashboard', { user: people.ana, state: fake.state });
    await screen.findByRole('heading', { level: 1 });
    act(() => {
      for (let n = 1; n <= 21; n += 1) toast.error(`Trouble ${n}`);
    });
    expect(await screen.findByText('Trouble 20')).toBeVisible();
    expect(screen.getAllByText(/^Trouble \d+$/)).toHaveLength(20);
    act(() => cleanNotifications());
  });
});
