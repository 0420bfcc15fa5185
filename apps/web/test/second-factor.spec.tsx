import { describe, expect, it } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { copy } from '../src/features/second-factor/copy.js';
import { storedToken } from '../src/shared/session/stored-token.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const ok = (data: object) => HttpResponse.json({ status: 'success', data });
const ticket = { ticket: 't-1', expiresAt: '2026-11-21T12:00:00.000Z' };
const enrolment = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Caredrop:ana@clinic.example?secret=GEZDGNBVGY3TQOJQ&issuer=Caredrop',
  expiresAt: '2026-11-21T12:00:00.000Z',
};
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcde-0000${index}`);

const respondToLogin = (code: 'second_factor_needed' | 'second_factor_setup_needed') =>
  fake.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json(
        { status: 'fail', code, message: 'one more step', requestId: 'r', data: ticket },
        { status: 401 },
      ),
    ),
  );

async function enterPassword(person: ReturnType<typeof renderApp>['person']) {
  await person.type(await screen.findByLabelText('Email'), people.ana.email);
  await person.type(screen.getByLabelText('Password'), 'secret');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in with a second factor', () => {
  it('sign-in asks for the code, shows a wrong one as an error and succeeds with the right one', async () => {
    respondToLogin('second_factor_needed');
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/auth/login/code', async ({ request }) => {
        const body = (await request.json()) as { code: string };
        sent.push(body);
        if (body.code !== '654321') return reject(401, 'invalid_code', errors.invalid_code.text);
        fake.state.sessions.set('strong', people.ana.id);
        return ok({ user: people.ana, token: 'strong' });
      }),
    );
    const { person, address } = renderApp('/documents?from=mail');
    await enterPassword(person);
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText(errors.code_required.text)).toBeVisible();
    await person.type(code, '111111');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(errors.invalid_code.text)).toBeVisible();
    expect(code).toHaveValue('111111');
    await person.clear(code);
    await person.type(code, '654321{Enter}');
    await waitFor(() => expect(address()).toBe('/documents?from=mail'));
    expect(storedToken.read()).toBe('strong');
    expect(sent).toEqual([
      { ticket: 't-1', code: '111111' },
      { ticket: 't-1', code: '654321' },
    ]);
  });

  it('a recovery code can be entered in a separate field', async () => {
    respondToLogin('second_factor_needed');
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/auth/login/code', async ({ request }) => {
        sent.push(await request.json());
        return reject(401, 'invalid_code', errors.invalid_code.text);
      }),
    );
    const { person } = renderApp('/login');
    await enterPassword(person);
    await person.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
    expect(screen.getByLabelText('Recovery code')).toHaveAttribute('autocomplete', 'off');
    await person.click(screen.getByRole('button', { name: 'Use the app instead' }));
    expect(screen.getByLabelText('Code')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    await person.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn{Enter}');
    await waitFor(() => expect(sent).toEqual([{ ticket: 't-1', code: 'abcd-efgh-jkmn' }]));
  });

  it('when the ticket has expired, sign-in asks for the password again', async () => {
    respondToLogin('second_factor_needed');
    fake.use(http.post('*/api/auth/login/code', () => reject(401, 'sign_in_over', errors.sign_in_over.text)));
    const { person } = renderApp('/login');
    await enterPassword(person);
    await person.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(screen.getByText(errors.sign_in_over.text)).toBeVisible();
  });

  it('a required set-up signs the user in only after the recovery codes are confirmed', async () => {
    respondToLogin('second_factor_setup_needed');
    fake.use(
      http.post('*/api/auth/login/enrol', () => ok({ enrolment })),
      http.post('*/api/auth/login/confirm', () => {
        fake.state.sessions.set('strong', people.ana.id);
        return ok({ user: people.ana, token: 'strong', recoveryCodes });
      }),
    );
    const { person, address } = renderApp('/login');
    await enterPassword(person);
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
    await person.type(screen.getByLabelText('Code'), '123456{Enter}');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(recoveryCodes);
    expect(storedToken.read()).toBeNull();
    await person.click(screen.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });
});

describe('the page Account security', () => {
  const status = (change: object) =>
    fake.use(
      http.get('*/api/auth/second-factor', () =>
        ok({
          secondFactor: {
            enabled: true,
            required: false,
            enabledAt: ticket.expiresAt,
            recoveryCodesLeft: 9,
            ...change,
          },
        }),
      ),
    );
  const open = () => renderApp('/account-security', { user: people.ana, state: fake.state });

  it('the user menu opens the page Account security', async () => {
    status({});
    const { person, address } = renderApp('/dashboard', { user: people.ana, state: fake.state });
    await person.click(await screen.findByRole('button', { name: /^Account: / }));
    await person.click(await screen.findByRole('menuitem', { name: 'Account security' }));
    await waitFor(() => expect(address()).toBe('/account-security'));
  });

  it('the set-up asks for the password and a code, and its dialog stays open until the recovery codes are confirmed', async () => {
    status({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    fake.use(
      http.post('*/api/auth/second-factor/enrol', async ({ request }) => {
        const { password } = (await request.json()) as { password: string };
        if (password !== 'secret') return reject(400, 'password_wrong', errors.password_wrong.text);
        return ok({ enrolment });
      }),
      http.post('*/api/auth/second-factor/confirm', () => ok({ recoveryCodes })),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Set up a second factor' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up a second factor' });
    const password = within(dialog).getByLabelText('Password');
    await person.type(password, 'wrong{Enter}');
    expect(await within(dialog).findByText(errors.password_wrong.text)).toBeVisible();
    await person.clear(password);
    await person.type(password, 'secret{Enter}');
    await person.type(await within(dialog).findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await person.keyboard('{Escape}');
    expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('replacing the phone asks for a code from the current one', async () => {
    status({});
    fake.use(
      http.post('*/api/auth/second-factor/enrol', () =>
        reject(400, 'invalid_code', errors.invalid_code.text),
      ),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Use another phone' }));
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    expect(screen.getByText(errors.code_required.text)).toBeVisible();
    await person.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText(errors.invalid_code.text)).toBeVisible();
  });

  it('a required second factor cannot be turned off, and a warning is shown when few recovery codes are left', async () => {
    status({ required: true, recoveryCodesLeft: 2 });
    open();
    expect(await screen.findByText(/Few recovery codes are left/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
    expect(screen.getByText(/Your clinic asks for it/)).toBeVisible();
  });

  it('turning off the second factor sends password and code', async () => {
    status({});
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/auth/second-factor/disable', async ({ request }) => {
        sent.push(await request.json());
        return ok({});
      }),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = await screen.findByRole('dialog', { name: 'Turn off the second factor?' });
    await person.type(within(dialog).getByLabelText('Password'), 'secret');
    await person.type(within(dialog).getByLabelText('Code'), '123456');
    await person.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText(messages.secondFactor.turnedOff)).toBeVisible();
    expect(sent).toEqual([{ password: 'secret', code: '123456' }]);
  });

  describe('after a lost response', () => {
    const proxyFails = () => new HttpResponse('<h1>504 Gateway Time-out</h1>', { status: 504 });

    /** The server carries out `call`, and its response is lost; a repeated call gets `repeated`. */
    function losesResponse(call: string, change: object, repeated: () => Response) {
      const path = `*/api/auth/second-factor/${call}`;
      const first = () => {
        status(change);
        return proxyFails();
      };
      fake.use(http.post(path, first, { once: true }), http.post(path, repeated));
    }

    async function prove(person: ReturnType<typeof open>['person'], button: string, submit: string) {
      await person.click(await screen.findByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog'));
      await person.type(dialog.getByLabelText('Password'), 'secret');
      const code = dialog.queryByLabelText('Code');
      if (code) await person.type(code, '123456');
      await person.click(dialog.getByRole('button', { name: submit }));
      return dialog;
    }

    it('the dialog for new recovery codes says that the old ones may no longer work, even after another failed try', async () => {
      status({});
      losesResponse('recovery-codes', { recoveryCodesLeft: 10 }, () =>
        reject(400, 'invalid_code', errors.invalid_code.text),
      );
      const { person } = open();
      const dialog = await prove(person, copy.renew, copy.renewDialog.submit);
      expect(await dialog.findByText(copy.renewDialog.unknown)).toBeVisible();
      expect(screen.queryByText(messages.secondFactor.changeFailed)).toBeNull();
      expect(await screen.findByText('10')).toBeInTheDocument();
      await person.click(dialog.getByRole('button', { name: copy.renewDialog.submit }));
      expect(await dialog.findByText(errors.invalid_code.text)).toBeVisible();
      expect(dialog.getByText(copy.renewDialog.unknown)).toBeVisible();
    });

    it.each([
      ['first', copy.setUp, copy.setUpDialog.unknown, { enabled: false, enabledAt: null }],
      ['replacing', copy.replace, copy.setUpDialog.replacingUnknown, { enabledAt: '2020-01-01T10:00:00Z' }],
    ] as const)(
      'the dialog of a %s set-up says that it may have worked, and the page shows whether it has',
      async (_which, button, sentence, before) => {
        status(before);
        fake.use(http.post('*/api/auth/second-factor/enrol', () => ok({ enrolment })));
        losesResponse('confirm', { enabledAt: '2026-11-21T12:00:00Z' }, () =>
          reject(409, 'enrolment_over', errors.enrolment_over.text),
        );
        const { person } = open();
        const dialog = await prove(person, button, copy.goOn);
        await person.type(await dialog.findByLabelText('Code'), '123456{Enter}');
        expect(await dialog.findByText(sentence)).toBeVisible();
        expect(screen.queryByText(messages.secondFactor.changeFailed)).toBeNull();
        expect(await screen.findByText(/21 Nov 2026/)).toBeInTheDocument();
        await person.click(dialog.getByRole('button', { name: copy.goOn }));
        expect(await screen.findByText(errors.enrolment_over.text)).toBeVisible();
        expect(dialog.getByText(sentence)).toBeVisible();
      },
    );

    it('the dialog that turns off the second factor says that it may be off, and the page shows that it is', async () => {
      status({});
      losesResponse('disable', { enabled: false, enabledAt: null, recoveryCodesLeft: 0 }, proxyFails);
      const { person } = open();
      const dialog = await prove(person, copy.turnOff, copy.turnOff);
      expect(await dialog.findByText(copy.turnOffDialog.unknown)).toBeVisible();
      expect(screen.queryByText(messages.secondFactor.changeFailed)).toBeNull();
      expect(await screen.findByText(/^Not set up\./)).toBeInTheDocument();
    });

    it('the page shows no state of the second factor until it has been read again', async () => {
      status({});
      fake.use(
        http.post('*/api/auth/second-factor/disable', () => {
          fake.use(http.get('*/api/auth/second-factor', () => HttpResponse.error()));
          return HttpResponse.error();
        }),
      );
      const { person } = open();
      const dialog = await prove(person, copy.turnOff, copy.turnOff);
      expect(await dialog.findByText(copy.turnOffDialog.unknown)).toBeVisible();
      await person.keyboard('{Escape}');
      const retry = await screen.findByRole('button', { name: 'Retry' });
      expect(screen.queryByText('Recovery codes left')).toBeNull();
      status({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
      await person.click(retry);
      expect(await screen.findByText(/^Not set up\./)).toBeVisible();
    });
  });

  it('a second factor that fails to load is reported and loaded on Retry', async () => {
    fake.use(http.get('*/api/auth/second-factor', () => HttpResponse.error()));
    const { person } = open();
    expect(await screen.findByText(messages.secondFactor.loadFailed)).toBeVisible();
    status({});
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Recovery codes left')).toBeVisible();
  });
});

describe('second factors on the page Manage Clinicians', () => {
  const open = () => renderApp('/admin/manage-users', { user: people.dora, state: fake.state });
  const dialogOf = async (person: ReturnType<typeof renderApp>['person']) => {
    const row = await screen.findByRole('row', { name: /Ana/ });
    await person.click(within(row).getByRole('button', { name: 'Second factor' }));
    return screen.findByRole('dialog', { name: /^Second factor of Ana/ });
  };

  it('requiring a second factor for a clinician updates the list without another request', async () => {
    fake.use(http.post('*/api/admin/users/:id/second-factor/require', () => ok({})));
    const { person } = open();
    const dialog = within(await dialogOf(person));
    const asked = fake.calls.filter((call) => call.startsWith('GET /api/admin/users')).length;
    await person.click(dialog.getByRole('button', { name: 'Ask for it' }));
    expect(await screen.findByText(/Ana .*must use a second factor from now on/)).toBeVisible();
    const again = await dialogOf(person);
    expect(within(again).getByText('Asked of this person')).toBeVisible();
    expect(within(again).getByRole('button', { name: 'Leave it to them' })).toBeVisible();
    expect(within(again).queryByRole('button', { name: 'Reset' })).toBeNull();
    expect(fake.calls.filter((call) => call.startsWith('GET /api/admin/users'))).toHaveLength(asked);
  });

  it('after a lost response to a reset, the dialog shows the second factor as it is on the server', async () => {
    let isEnabled = true;
    const secondFactor = () => ({ enabled: isEnabled, required: false, requiredByClinic: false });
    fake.use(
      http.get('*/api/admin/users', () =>
        ok({ users: [{ ...people.ana, invited: false, absence: null, secondFactor: secondFactor() }] }),
      ),
      http.post('*/api/admin/users/:id/second-factor/reset', () => {
        isEnabled = false;
        return HttpResponse.error();
      }),
    );
    const { person } = open();
    const dialog = await dialogOf(person);
    await person.click(within(dialog).getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Reset' })).toBeNull());
  });
});
