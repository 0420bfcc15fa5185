import { describe, expect, it, jest } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { copy as searchCopy } from '../src/app/search/copy.js';
import { copy as signInCopy } from '../src/features/sign-in/copy.js';
import { pageKeys } from '../src/shared/lib/page-keys.js';
import { storedToken } from '../src/shared/session/stored-token.js';
import { people } from './people.js';
import { renderApp, fakeServer } from './render-app.js';

const fake = fakeServer();
const loginCopy = signInCopy.login.advice;

async function signIn(person: ReturnType<typeof renderApp>['person'], email: string, password = 'secret') {
  await person.type(await screen.findByLabelText('Email'), email);
  await person.type(screen.getByLabelText('Password'), password);
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('the session', () => {
  it('a spinner is shown until the session is known', async () => {
    let respond = (_response: Response) => {};
    fake.use(http.get('*/api/auth/me', () => new Promise<Response>((resolve) => (respond = resolve))));
    renderApp('/dashboard', { user: people.ana, state: fake.state });
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    await waitFor(() => expect(fake.calls).toContain('GET /api/auth/me'));
    respond(HttpResponse.json({ status: 'success', data: { user: people.ana } }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ana!' })).toBeVisible();
  });

  it.each([
    ['a wrong password', 'invalid_credentials', loginCopy.wrong],
    ['too many failures in a row', 'password_link_needed', loginCopy.linkNeeded],
  ])('after %s, the form says what to do next', async (_why, code, advice) => {
    fake.use(
      http.post('*/api/auth/login', () =>
        HttpResponse.json({ status: 'fail', code, message: code }, { status: 401 }),
      ),
    );
    const { person } = renderApp('/login');
    await signIn(person, people.ana.email);
    expect(await screen.findByText(advice)).toBeVisible();
  });

  it('a user without a first name is greeted as User', async () => {
    fake.state.users = [{ ...people.ana, firstName: ' ' }];
    renderApp('/dashboard', { user: people.ana, state: fake.state });
    expect(await screen.findByRole('heading', { name: 'Welcome back, User!' })).toBeVisible();
  });

  it('sign-in returns the visitor to the page they came from', async () => {
    const { person, address } = renderApp('/documents?from=mail');
    await signIn(person, people.ana.email);
    await waitFor(() => expect(address()).toBe('/documents?from=mail'));
    expect(await screen.findByText(messages.auth.loginSuccessful)).toBeVisible();
  });

  it('sign-in without an earlier page opens the dashboard', async () => {
    const { person, address } = renderApp('/login');
    await signIn(person, people.ana.email);
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('sign-in never returns to another site', async () => {
    const { person, address } = renderApp('/login', { historyState: { from: '//evil.example' } });
    await signIn(person, people.ana.email);
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('a clinician who opens an admin page is redirected to /unauthorized', async () => {
    const { address } = renderApp('/admin/documents', { user: people.ana, state: fake.state });
    expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    expect(screen.getByText(messages.general.forbiddenPage)).toBeVisible();
    expect(address()).toBe('/unauthorized');
  });

  it('an unknown address redirects to the dashboard', async () => {
    const { address } = renderApp('/nowhere/at-all', { user: people.ana, state: fake.state });
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('a token stored after storage was denied is forgotten when another tab signs out', () => {
    const denied = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storedToken.write('first');
    expect(storedToken.read()).toBe('first');
    denied.mockRestore();
    storedToken.write('second');
    localStorage.clear();
    expect(storedToken.read()).toBeNull();
  });

  it('an expired stored session is removed without a message', async () => {
    storedToken.write('long-gone');
    const { address } = renderApp('/tokens');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(storedToken.read()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(fake.calls.filter((call) => call.endsWith('/auth/me'))).toHaveLength(1);
  });

  it('the session check is retried twice after a 503, and the user is then signed out', async () => {
    fake.use(http.get('*/api/auth/me', () => HttpResponse.json({}, { status: 503 })));
    const { address } = renderApp('/tokens', { user: people.ana, state: fake.state });
    await waitFor(() => expect(address()).toBe('/login'));
    expect(fake.calls.filter((call) => call.endsWith('/auth/me'))).toHaveLength(3);
    expect(storedToken.read()).toBeNull();
  });

  it('signing out works without the server and forgets the page', async () => {
    fake.use(http.post('*/api/auth/logout', () => HttpResponse.error()));
    const { person, address, router } = renderApp('/documents', { user: people.ana, state: fake.state });
    await person.click(await screen.findByRole('button', { name: 'Account: Ana Li' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(await screen.findByText(messages.auth.loggedOut)).toBeVisible();
    expect(storedToken.read()).toBeNull();
    expect(router.state.location.state).toEqual({});
  });

  it('signing out ends the session on the server even if the page is closed at once', async () => {
    const sent = jest.spyOn(window, 'fetch');
    const { person } = renderApp('/documents', { user: people.ana, state: fake.state });
    await person.click(await screen.findByRole('button', { name: 'Account: Ana Li' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    const ended = expect.stringMatching(/\/api\/auth\/logout$/);
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(ended, expect.objectContaining({ method: 'POST', keepalive: true })),
    );
    sent.mockRestore();
  });

  it('after a sign-out in another tab, the sign-in page opens and remembers the earlier page', async () => {
    const { address, router } = renderApp('/tokens', { user: people.ana, state: fake.state });
    await screen.findByRole('heading', { name: 'Upload Tokens' });
    storedToken.remove();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storedToken.key })));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(router.state.location.state).toMatchObject({ from: '/tokens' });
  });

  it('form input is kept when the session ends and the user signs in again', async () => {
    const { person, address } = renderApp('/generate-link', { user: people.ana, state: fake.state });
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-42');
    await person.type(screen.getByLabelText('Notes'), 'call first');
    fake.state.sessions.clear();
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    await waitFor(() => expect(address()).toBe('/login'));
    await signIn(person, people.ana.email);
    expect(await screen.findByLabelText('Patient Reference ID')).toHaveValue('P-42');
    expect(screen.getByLabelText('Notes')).toHaveValue('call first');
  });
});

describe('signing in', () => {
  it('missing sign-in fields are reported without a request', async () => {
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getAllByText(errors.credentials_required.text)).toHaveLength(1);
    expect(fake.calls).not.toContain('POST /api/auth/login');
  });

  it.each([
    ['the message of the server', 'nobody@clinic.example', 'secret', errors.invalid_credentials.text],
    ['that the account is disabled', people.chloe.email, 'secret', errors.account_disabled.text],
  ])('a failed sign-in shows %s and keeps the input', async (_what, email, password, sentence) => {
    const { person, address } = renderApp('/login');
    await signIn(person, email, password);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(email);
    expect(screen.getByLabelText('Password')).toHaveValue(password);
    expect(address()).toBe('/login');
  });

  it('a sign-in without a response shows the default message', async () => {
    fake.use(http.post('*/api/auth/login', () => HttpResponse.error()));
    const { person } = renderApp('/login');
    await signIn(person, people.ana.email);
    expect(await screen.findByText(messages.auth.loginFailed)).toBeVisible();
  });
});

describe('navigation', () => {
  it('a clinician sees Generate Upload Link and Documents but no admin section', async () => {
    renderApp('/dashboard', { user: people.ana, state: fake.state });
    const side = within(await screen.findByRole('navigation', { name: 'Workspace' }));
    expect(side.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Needs attention',
      'Overview',
      'Generate Upload Link',
      'Documents',
      'Statistics',
    ]);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(main.queryByRole('link', { name: 'Admin' })).toBeNull();
  });

  it('an administrator sees the admin section in the sidebar and in the header', async () => {
    renderApp('/dashboard', { user: people.dora, state: fake.state });
    const side = within(await screen.findByRole('navigation', { name: 'Workspace' }));
    expect(side.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Needs attention',
      'Overview',
      'Token Management',
      'Document Downloads',
      'Manage Clinicians',
      'Teams',
      'Request Templates',
      'Statistics',
      'Audit',
    ]);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(main.getByRole('link', { name: 'Admin' })).toBeVisible();
  });

  it('keyboard shortcuts that are turned off do nothing even if the browser denies its storage', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const mocks = (['getItem', 'setItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(denied),
    );
    const { person, address } = renderApp('/dashboard', { user: people.ana, state: fake.state });
    await screen.findByRole('heading', { name: 'Welcome back, Ana!' });
    await person.keyboard('?');
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('switch'));
    expect(dialog.getByText(searchCopy.keys.notStored)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('n');
    expect(address()).toBe('/dashboard');
    mocks.forEach((mock) => mock.mockRestore());
    pageKeys.set(true);
    await person.keyboard('n');
    await waitFor(() => expect(address()).toBe('/generate-link'));
    storedToken.remove();
  });
});
