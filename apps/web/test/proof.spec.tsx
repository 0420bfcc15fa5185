import { describe, expect, it } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { copy as accountCopy } from '../src/features/account/copy.js';
import { aDocument } from './builders.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const ok = (data: object | null) => HttpResponse.json({ status: 'success', data });
const needsProof = () => reject(403, 'proof_required', errors.proof_required.text);

/** Makes the server require a proof before deletions: the password 'secret', and with `withCode` the code '123456'. */
function guard({ withCode = false } = {}) {
  const seen = { proofs: [] as unknown[], deletions: [] as unknown[], proven: false };
  fake.use(
    http.get('*/api/auth/second-factor', () =>
      ok({
        secondFactor: {
          enabled: withCode,
          required: false,
          enabledAt: withCode ? '2026-11-21T12:00:00.000Z' : null,
          recoveryCodesLeft: withCode ? 10 : 0,
        },
      }),
    ),
    http.post('*/api/auth/proof', async ({ request }) => {
      const body = (await request.json()) as { password: string; code?: string };
      seen.proofs.push(body);
      if (body.password !== 'secret') return reject(400, 'password_wrong', errors.password_wrong.text);
      if (withCode && body.code !== '123456') return reject(400, 'invalid_code', errors.invalid_code.text);
      seen.proven = true;
      return ok({ provenUntil: '2026-11-21T12:05:00.000Z' });
    }),
    http.delete('*/api/upload/files/bulk', async ({ request }) => {
      if (!seen.proven) return needsProof();
      seen.deletions.push(await request.json());
      return ok({ deleted: 1 });
    }),
  );
  return seen;
}

const asked = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

/** Selects every document and confirms the deletion. */
async function deleteAll() {
  fake.state.documents = [aDocument({ owner: people.ana }), aDocument({ owner: people.ana })];
  const { person } = renderApp('/documents', { user: people.ana, state: fake.state });
  await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await person.click(screen.getByRole('button', { name: 'Delete 2' }));
  const question = await screen.findByRole('dialog', { name: /Delete these 2 documents/ });
  await person.click(within(question).getByRole('button', { name: 'Delete' }));
  return person;
}

describe('actions that need a fresh proof', () => {
  it('the proof dialog shows a wrong password as an error, and the action continues with the right one', async () => {
    const seen = guard();
    const person = await deleteAll();
    const dialog = within(await asked());
    expect(dialog.queryByLabelText('Code')).toBeNull();
    const password = await dialog.findByLabelText('Password');
    await waitFor(() => expect(password).toHaveFocus());
    await person.type(password, 'wrong{Enter}');
    expect(await dialog.findByText(errors.password_wrong.text)).toBeVisible();
    expect(seen.deletions).toEqual([]);
    await person.clear(password);
    await person.type(password, 'secret{Enter}');
    expect(await screen.findByText(messages.document.deletedMany(2))).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(seen.deletions).toHaveLength(1);
  });

  it('the proof dialog asks for a code as well if a second factor is in use', async () => {
    const seen = guard({ withCode: true });
    const person = await deleteAll();
    const dialog = within(await asked());
    await person.type(await dialog.findByLabelText('Password'), 'secret');
    await person.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(dialog.getByText(errors.code_required.text)).toBeVisible();
    await person.type(dialog.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(messages.document.deletedMany(2))).toBeVisible();
    expect(seen.proofs).toEqual([{ password: 'secret', code: '123456' }]);
  });

  it('cancelling the proof changes nothing and shows no error', async () => {
    const seen = guard();
    const person = await deleteAll();
    const dialog = within(await asked());
    await person.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
    const question = screen.getByRole('dialog', { name: /Delete these 2 documents/ });
    expect(question).toBeVisible();
    expect(screen.queryByText(messages.document.deleteFailed)).toBeNull();
    expect(seen.deletions).toEqual([]);
    // The button stays busy until the request has failed.
    await person.click(await within(question).findByRole('button', { name: 'Delete' }));
    const again = within(await asked());
    await person.type(await again.findByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByText(messages.document.deletedMany(2))).toBeVisible();
  });
});

describe('the account page', () => {
  const sessions = [
    {
      id: '0193c1c8-0000-7000-8000-000000000001',
      current: true,
      device: 'Chrome on Windows',
      address: '203.0.113.7',
      signedInAt: '2026-11-21T12:00:00.000Z',
      lastActiveAt: '2026-11-21T12:30:00.000Z',
    },
    {
      id: '0193c1c8-0000-7000-8000-000000000002',
      current: false,
      device: 'Safari on iOS',
      address: null,
      signedInAt: '2026-11-20T12:00:00.000Z',
      lastActiveAt: '2026-11-20T12:30:00.000Z',
    },
  ];
  const open = () => renderApp('/account-security', { user: people.ana, state: fake.state });

  it("the account page lists the user's sessions and can end one of them", async () => {
    let listed = sessions;
    const ended: string[] = [];
    fake.use(
      http.get('*/api/auth/sessions', () => ok({ sessions: listed })),
      http.delete('*/api/auth/sessions/:id', ({ params }) => {
        ended.push(String(params.id));
        listed = listed.filter(({ current }) => current);
        return ok(null);
      }),
    );
    const { person } = open();
    const list = within(await screen.findByRole('list', { name: 'Your sessions' }));
    const [here, there] = list.getAllByRole('listitem');
    if (!here || !there) throw new Error('expected two listed sessions');
    expect(here).toHaveTextContent(/Chrome on Windows.*This device.*203\.0\.113\.7/);
    expect(within(here).queryByRole('button')).toBeNull();
    await person.click(within(there).getByRole('button', { name: /Sign out there: Safari on iOS/ }));
    expect(await screen.findByText(messages.sessions.ended)).toBeVisible();
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
    expect(ended).toEqual([sessions[1]?.id]);
  });

  it('the account page can end all other sessions', async () => {
    fake.use(
      http.get('*/api/auth/sessions', () => ok({ sessions })),
      http.post('*/api/auth/sessions/end-others', () => ok(null)),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText(messages.sessions.othersEnded)).toBeVisible();
  });

  it('sessions that fail to load are reported and loaded on Retry', async () => {
    let down = true;
    fake.use(
      http.get('*/api/auth/sessions', () =>
        down ? reject(503, 'service_unavailable', errors.service_unavailable.text) : ok({ sessions }),
      ),
    );
    const { person } = open();
    expect(await screen.findByText('Your sessions could not be fetched.')).toBeVisible();
    down = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('list', { name: 'Your sessions' })).toBeVisible();
  });

  it('the password dialog shows each error until the password is changed', async () => {
    fake.use(
      http.post('*/api/auth/change-password', async ({ request }) => {
        const { currentPassword, newPassword } = (await request.json()) as Record<string, string>;
        if (currentPassword !== 'secret') return reject(400, 'password_wrong', errors.password_wrong.text);
        if (newPassword === 'password1')
          return reject(400, 'password_too_common', errors.password_too_common.text);
        return ok(null);
      }),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    const submit = () => person.click(dialog.getByRole('button', { name: 'Change password' }));
    const [current, next, again] = ['Current password', 'New password', 'New password again'].map((name) =>
      dialog.getByLabelText(name),
    );
    if (!current || !next || !again) throw new Error('expected three fields');
    await submit();
    expect(dialog.getByText(errors.current_password_required.text)).toBeVisible();
    await person.type(current, 'wrong');
    await person.type(next, 'password1');
    await person.type(again, 'password2');
    await submit();
    expect(dialog.getByText(messages.auth.passwordsDiffer)).toBeVisible();
    await person.clear(again);
    await person.type(again, 'password1');
    await submit();
    expect(await dialog.findByText(errors.password_wrong.text)).toBeVisible();
    expect(current).toHaveAccessibleDescription(errors.password_wrong.text);
    await person.clear(current);
    await person.type(current, 'secret');
    await submit();
    expect(await dialog.findByText(errors.password_too_common.text)).toBeVisible();
    await person.type(next, '0');
    await person.type(again, '0');
    await submit();
    expect(await screen.findByText(messages.password.changed)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the password dialog asks for a code when the account has a second factor', async () => {
    const codes: unknown[] = [];
    fake.use(
      http.post('*/api/auth/change-password', async ({ request }) => {
        const { code } = (await request.json()) as { code?: string };
        codes.push(code);
        if (code === undefined) return reject(400, 'code_required', errors.code_required.text);
        if (code !== '123456') return reject(400, 'invalid_code', errors.invalid_code.text);
        return ok(null);
      }),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    const submit = () => person.click(dialog.getByRole('button', { name: 'Change password' }));
    for (const label of ['Current password', 'New password', 'New password again'])
      await person.type(dialog.getByLabelText(label), 'a long secret');
    expect(dialog.queryByLabelText('Code')).toBeNull();
    await submit();
    const field = await dialog.findByLabelText('Code');
    expect(field).toHaveFocus();
    await person.type(field, '999999');
    await submit();
    expect(await dialog.findByText(errors.invalid_code.text)).toBeVisible();
    await person.clear(field);
    await person.type(field, ' 123456 ');
    await submit();
    expect(await screen.findByText(messages.password.changed)).toBeVisible();
    expect(codes).toEqual([undefined, '999999', '123456']);
  });

  it.each([
    ['lost', () => HttpResponse.error()],
    ['a 504 of a proxy', () => new HttpResponse('<h1>504 Gateway Time-out</h1>', { status: 504 })],
  ])(
    'when the response is %s, the dialog says that the password may have been changed',
    async (_what, response) => {
      fake.use(http.post('*/api/auth/change-password', response));
      const { person } = open();
      await person.click(await screen.findByRole('button', { name: 'Change password' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
      for (const label of ['Current password', 'New password', 'New password again'])
        await person.type(dialog.getByLabelText(label), 'a long secret');
      await person.click(dialog.getByRole('button', { name: 'Change password' }));
      expect(await dialog.findByText(accountCopy.password.unknown)).toBeVisible();
      expect(screen.queryByText(messages.password.changeFailed)).toBeNull();
    },
  );
});
