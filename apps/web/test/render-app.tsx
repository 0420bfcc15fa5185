import type { User } from '@caredrop/contracts';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { RouterProvider } from 'react-router-dom';
import { Providers } from '../src/app/providers.js';
import { createTestRouter } from '../src/app/router.js';
import { emptyStore, store } from '../src/app/store.js';
import { session } from '../src/shared/session/session.js';
import { storedToken } from '../src/shared/session/stored-token.js';
import { emptyState, fakeApi, type FakeState } from './fake-api.js';

/**
 * A fake server for every test of a file: `state` is fresh each time, `calls` lists the page's requests
 * ('GET /api/tokens'), `use` overrides a response for one test.
 */
export function fakeServer() {
  const server = setupServer();
  const fake = {
    state: emptyState(),
    calls: [] as string[],
    use: (...handlers: RequestHandler[]) => server.use(...handlers),
  };
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  beforeEach(() => {
    fake.state = emptyState();
    fake.calls = [];
    server.use(...fakeApi(fake.state));
    server.events.removeAllListeners();
    server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url);
      fake.calls.push(`${request.method} ${pathname}${search}`);
    });
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return fake;
}

interface Options {
  /** The signed-in user; requires `state`. Signed out when omitted. */
  user?: User;
  state?: FakeState;
  historyState?: unknown;
}

/** Opens a screen of the whole workspace as a browser would, with its router, store and session. */
export function renderApp(route: string, { user, state, historyState }: Options = {}) {
  if (user && state) {
    state.sessions.set('test-session', user.id);
    storedToken.write('test-session');
  }
  const router = createTestRouter(route, historyState);
  emptyStore();
  session.changed();
  const person = userEvent.setup();
  render(
    <Providers env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, store, person, address };
}
