import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const time = { endsAt: '2026-11-21T12:00:00.000Z', warningSeconds: 120, extendable: true, secondsLeft: 1800 };
let session: object | null;

const respond = () =>
  session
    ? HttpResponse.json({ status: 'success', data: { session } })
    : reject(401, 'unauthorized', errors.unauthorized.text);

beforeEach(() => {
  session = time;
  fake.use(
    http.get('*/api/auth/session', respond),
    http.post('*/api/auth/session/extend', () => {
      session = time;
      return respond();
    }),
  );
});
afterEach(() => {
  session = null;
});

const open = () => renderApp('/dashboard', { user: people.ana, state: fake.state });
const dialog = () => screen.findByRole('dialog', { name: 'Are you still there?' });

describe('the warning before a session ends', () => {
  it('no warning is shown while enough time is left', async () => {
    open();
    expect(await screen.findByRole('heading', { name: /Welcome back/ })).toBeVisible();
    await waitFor(() => expect(fake.calls).toContain('GET /api/auth/session'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the warning shows the time left, and one click extends the session', async () => {
    session = { ...time, secondsLeft: 90 };
    const { person } = open();
    expect(await dialog()).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('You will be signed out in 2 minutes.');
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.calls).toContain('POST /api/auth/session/extend');
  });

  it('Escape closes the warning and extends the session', async () => {
    session = { ...time, secondsLeft: 90 };
    const { person } = open();
    await dialog();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.calls).toContain('POST /api/auth/session/extend');
  });

  describe('above another dialog', () => {
    const name = () => screen.getByLabelText('Name');

    /** Types into the dialog for a new template, and waits until the warning is shown above it. */
    const typeAndWait = async () => {
      const { person } = renderApp('/admin/request-templates', { user: people.dora, state: fake.state });
      const write = await screen.findByRole('button', { name: 'New template' });
      await waitFor(() => expect(write).toBeEnabled());
      await person.click(write);
      await screen.findByRole('dialog', { name: 'New template' });
      await person.type(name(), 'Insurance card');
      session = { ...time, secondsLeft: 90 };
      document.dispatchEvent(new Event('visibilitychange'));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus());
      return person;
    };

    it('Escape closes only the warning, and the focus returns to the field with what was typed', async () => {
      const person = await typeAndWait();
      await person.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Are you still there?' })).toBeNull());
      expect(name()).toHaveValue('Insurance card');
      await waitFor(() => expect(name()).toHaveFocus());
      await person.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });

    it('the focus stays in the warning when the dialog below closes', async () => {
      const person = await typeAndWait();
      const below = screen.getByRole('dialog', { name: 'New template' });
      // As when its request completes.
      fireEvent.click(within(below).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(below).not.toBeInTheDocument());
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
      await person.tab();
      expect(within(await dialog()).getByRole('button', { name: 'Close' })).toHaveFocus();
    });
  });

  it('a failed extension keeps the warning open with a message', async () => {
    session = { ...time, secondsLeft: 90 };
    fake.use(http.post('*/api/auth/session/extend', () => HttpResponse.error()));
    const { person } = open();
    await dialog();
    await person.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(await screen.findByText(messages.auth.extendFailed)).toBeVisible();
    expect(await dialog()).toBeVisible();
  });

  it('an extension in another tab closes the warning without another extension', async () => {
    session = { ...time, secondsLeft: 90 };
    open();
    await dialog();
    session = time;
    const otherTab = new BroadcastChannel('caredrop.session-time');
    otherTab.postMessage('extended');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    otherTab.close();
    expect(fake.calls).not.toContain('POST /api/auth/session/extend');
  });

  it('when the session has ended, the sign-in page opens with a message', async () => {
    session = { ...time, secondsLeft: 1 };
    const { address } = open();
    await dialog();
    session = null;
    await waitFor(() => expect(address()).toBe('/login'), { timeout: 5000 });
    expect(await screen.findByText(/Your session has ended/)).toBeVisible();
  });

  it('the warning offers no extension at the absolute limit', async () => {
    session = { ...time, secondsLeft: 90, extendable: false };
    const { person } = open();
    expect(await screen.findByRole('dialog', { name: 'Your session is about to end' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the warning of the absolute limit stays closed after OK when later responses state a slightly different end', async () => {
    // So little time that the server is queried every second.
    session = { ...time, secondsLeft: 0.5, extendable: false };
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'OK' }));
    const queries = () => fake.calls.filter((call) => call === 'GET /api/auth/session').length;
    const before = queries();
    // The second query is made only after the response to the first was used.
    await waitFor(() => expect(queries()).toBeGreaterThanOrEqual(before + 2), { timeout: 5000 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the warning lets the user sign out at once', async () => {
    session = { ...time, secondsLeft: 90 };
    const { person, address } = open();
    await dialog();
    await person.click(screen.getByRole('button', { name: 'Sign out now' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});
