import { describe, expect, it } from '@jest/globals';
import type { Cover, Team, User } from '@caredrop/contracts';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aToken, inDays } from './builders.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const { ana, ben, dora } = people;
const fake = fakeServer();
const open = (route: string, user: User = ana) => renderApp(route, { user, state: fake.state });
const ok = (data: object = {}) => HttpResponse.json({ status: 'success', data });
const button = (name: string) => screen.findByRole('button', { name });
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
/** The focus is inside this part of the page, rather than on the page as a whole. */
const expectFocusIn = (part: HTMLElement) => waitFor(() => expect(part).toContainElement(focused()));
const focused = () => document.activeElement as HTMLElement;
const region = (name: string) => screen.findByRole('region', { name });

describe('the keyboard focus after the pressed button has disappeared', () => {
  it('the focus stays in the dialog of a team’s members, and each change is announced', async () => {
    const member = ({ id, firstName, lastName }: User) => ({
      ...{ id, firstName, lastName },
      ...{ watching: true, active: true },
    });
    const team: Team = {
      ...{ id: '00000000-0000-4000-8000-0000000000a1', name: 'Cardiology', archived: false },
      ...{ members: [member(ana)], watchers: 1 },
    };
    const withMembers = (members: User[]) => () => {
      fake.state.teams = [{ ...team, members: members.map(member) }];
      return ok();
    };
    fake.state.teams = [team];
    fake.use(
      http.post('*/api/admin/teams/:id/members', withMembers([ana, ben])),
      http.delete('*/api/admin/teams/:id/members/:userId', withMembers([ben])),
      http.get('*/api/users', () => ok({ users: [ana, ben] })),
    );
    const { person } = open('/admin/teams', dora);
    await person.click(await button('Members'));
    await person.type(await screen.findByLabelText('Add a person'), 'Ben');
    await person.click(await button('Add Ben Okafor'));
    expect(screen.getByLabelText('Add a person')).toHaveFocus();
    expect(await screen.findByText('Ben Okafor is a member now')).toBeVisible();
    await button('Remove Ben Okafor');
    await person.click(await button('Remove Ana Li'));
    expect(await screen.findByText('Ana Li is no longer a member')).toBeVisible();
    await gone('Remove Ana Li');
    await expectFocusIn(screen.getByRole('dialog'));
  });

  it('the focus stays on the button that pauses and resumes reminders, and in the details of the link once it is gone', async () => {
    const token = aToken({ hasSMS: true, smsStatus: 'delivered' });
    fake.state.tokens.push(token);
    const reminders = {
      ...{ ifTextedNow: [], sent: [], planned: [inDays(3)], paused: false, stopped: null, texts: {} },
      timeZone: 'Europe/London',
    };
    fake.state.reminders.set(token.id, reminders);
    const { person } = open(`/tokens/${token.id}`);
    await person.click(await button('Pause reminders'));
    await waitFor(async () => expect(await button('Resume')).toHaveFocus());
    await person.click(await button('Resume'));
    await gone('Resume');
    await expectFocusIn(screen.getByRole('main'));
  });

  it.each(['Cancel the scheduled SMS', 'Send the scheduled SMS now'])(
    'the focus stays in the details of a link after “%s”',
    async (name) => {
      const token = aToken({ scheduled: { sms: inDays(1) } });
      fake.state.tokens.push(token);
      const { person } = open(`/tokens/${token.id}`);
      await person.click(await button(name));
      await gone(name);
      await expectFocusIn(screen.getByRole('main'));
    },
  );

  it('the focus stays on the card of a new link after its text is cancelled', async () => {
    const { person } = open('/generate-link');
    await person.type(await screen.findByLabelText('Patient Reference ID'), 'P-1');
    await person.type(await screen.findByLabelText('Patient’s phone number'), '07700 900123');
    await person.click(await screen.findByRole('radio', { name: 'Later' }));
    await person.click(await button('Generate Link and Schedule'));
    await person.click(await button('Cancel the scheduled SMS'));
    await gone('Cancel the scheduled SMS');
    await waitFor(() => expect(focused()).toHaveTextContent(/^Link for P-1/));
  });

  it('the focus stays in the list of sessions after one has been ended', async () => {
    const session = { address: null, signedInAt: inDays(-1), lastActiveAt: inDays(-1) };
    const [here, there] = [
      { ...session, id: '1', current: true, device: 'Chrome on Windows' },
      { ...session, id: '2', current: false, device: 'Safari on iOS' },
    ];
    let sessions = [here, there];
    fake.use(
      http.get('*/api/auth/sessions', () => ok({ sessions })),
      http.delete('*/api/auth/sessions/:id', () => {
        sessions = [here];
        return ok();
      }),
    );
    const { person } = open('/account-security');
    await person.click(await screen.findByRole('button', { name: /^Sign out there/ }));
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
    await expectFocusIn(await region('Your sessions'));
  });

  it('the focus stays in the section of absences after one has been ended', async () => {
    const own: Cover = {
      ...{ id: '00000000-0000-4000-8000-0000000000c1', user: ana, cover: ben },
      ...{ startsAt: inDays(-1), endsAt: inDays(1), running: true },
    };
    fake.state.covers = { own, standingIn: [] };
    fake.use(
      http.delete('*/api/auth/cover/:id', () => {
        fake.state.covers = { own: null, standingIn: [] };
        return ok();
      }),
    );
    const { person } = open('/account-security');
    await person.click(await button('End absence'));
    await button('Set absence');
    await expectFocusIn(await region('Absence'));
  });

  it('the focus stays at the items on the dashboard after a report has been marked as done', async () => {
    const token = aToken({ problem: { reason: 'help', reported_at: inDays(0) } });
    fake.state.tokens.push(token);
    fake.state.attention.tokens.push({ reason: 'problem', since: inDays(-1), token });
    const { person } = open('/dashboard');
    const done = await button('Done');
    fake.state.attention.tokens = [];
    await person.click(done);
    expect(await screen.findByText('Nothing needs attention.')).toBeVisible();
    await expectFocusIn(await region('Needs attention'));
  });
});
