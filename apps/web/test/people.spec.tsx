import { describe, expect, it } from '@jest/globals';
import { errors, type Cover, type Team, type User } from '@caredrop/contracts';
import { fireEvent, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { instantsOf } from '../src/shared/people/absence-days.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const { ana, ben, chloe, dora } = people;
const member = ({ id, firstName, lastName }: typeof ana, part: Partial<Team['members'][0]> = {}) => ({
  ...{ id, firstName, lastName },
  ...{ watching: true, active: true },
  ...part,
});
const cardiology: Team = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Cardiology',
  archived: false,
  members: [member(ana), member(ben)],
  watchers: 2,
};
const days = instantsOf({ from: '2026-12-01', until: '2026-12-03' });
const absence = (part: Partial<Cover> = {}): Cover => ({
  id: '00000000-0000-4000-8000-0000000000c1',
  user: ana,
  cover: ben,
  ...days,
  running: true,
  ...part,
});
const dialog = async () => within(await screen.findByRole('dialog'));
const section = async (name: string) => within(await screen.findByRole('region', { name }));

/** Records method, path and body of the calls that change something; each gets `data` as its response. */
function kept(data: object = {}) {
  const sent: unknown[] = [];
  const keep = async ({ request }: { request: Request }) => {
    const text = await request.text();
    const { pathname } = new URL(request.url);
    sent.push([`${request.method} ${pathname.replace('/api', '')}`, ...(text ? [JSON.parse(text)] : [])]);
    return HttpResponse.json({ status: 'success', data });
  };
  const calls = ['teams', 'teams/:id', 'teams/:id/archive', 'teams/:id/members', 'teams/:id/members/:userId'];
  fake.use(
    ...calls.flatMap((path) => [
      http.post(`*/api/admin/${path}`, keep),
      http.patch(`*/api/admin/${path}`, keep),
      http.delete(`*/api/admin/${path}`, keep),
    ]),
    http.patch('*/api/teams/:id/watching', keep),
    http.post('*/api/auth/cover', keep),
    http.delete('*/api/auth/cover/:id', keep),
    http.post('*/api/admin/users/:id/cover', keep),
    http.delete('*/api/admin/users/:id/cover', keep),
    http.post('*/api/admin/users/:id/disable', keep),
  );
  return sent;
}

describe('the teams screen', () => {
  const open = () => renderApp('/admin/teams', { user: dora, state: fake.state });

  it('a team is created, and a name that is taken shows an error next to its field', async () => {
    const sent = kept();
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'New team' }));
    await person.click((await dialog()).getByRole('button', { name: 'Create team' }));
    expect((await dialog()).getByText(errors.team_name_required.text)).toBeVisible();
    await person.type((await dialog()).getByLabelText('Name'), ' Cardiology ');
    await person.click((await dialog()).getByRole('button', { name: 'Create team' }));
    expect(
      await screen.findByText('The team Cardiology has been created. Add its members now.'),
    ).toBeVisible();
    expect(sent).toEqual([['POST /admin/teams', { name: 'Cardiology' }]]);
    fake.use(
      http.post('*/api/admin/teams', () => reject(409, 'team_name_taken', errors.team_name_taken.text)),
    );
    await person.click(await screen.findByRole('button', { name: 'New team' }));
    await person.type((await dialog()).getByLabelText('Name'), 'Cardiology');
    await person.click((await dialog()).getByRole('button', { name: 'Create team' }));
    expect(await (await dialog()).findByText(errors.team_name_taken.text)).toBeVisible();
  });

  it.each([
    ['two of two members watch', cardiology, 'All 2 members'],
    ['one member can sign in', { ...cardiology, members: [member(ana)], watchers: 1 }, 'The one member'],
    [
      'three of four members watch',
      {
        ...cardiology,
        members: [member(ana), member(ben), member(dora), member(chloe, { watching: false })],
        watchers: 3,
      },
      '3 of 4 members',
    ],
    [
      'no member can sign in',
      { ...cardiology, members: [member(ana, { active: false })], watchers: 0 },
      'No member can sign in',
    ],
  ])('the list states who gets emails when %s', async (_when, team, text) => {
    fake.state.teams = [team];
    open();
    const row = await screen.findByRole('row', { name: /Cardiology/ });
    expect(within(row).getByText(text)).toBeVisible();
  });

  it('people are found by email, and members are added and removed', async () => {
    fake.state.teams = [{ ...cardiology, members: [member(ana, { watching: false })] }];
    const sent = kept();
    fake.use(
      http.get('*/api/users', () =>
        HttpResponse.json({ status: 'success', data: { users: Object.values(people) } }),
      ),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Members' }));
    const members = within((await dialog()).getByRole('list', { name: 'Members' }));
    expect(members.getByText('does not watch')).toBeVisible();
    const search = (await dialog()).getByLabelText('Add a person');
    await person.type(search, 'clinic.example');
    const found = await (await dialog()).findByRole('list', { name: 'People found' });
    // Ana is a member, and Chloe's account is disabled.
    expect(
      within(found)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Add Ben Okafor', 'Add Dora Novak']);
    await person.click(within(found).getByRole('button', { name: 'Add Ben Okafor' }));
    await person.clear(search);
    await person.type(search, 'zz');
    expect((await dialog()).getByText('No one else matches')).toBeVisible();
    await person.click(members.getByRole('button', { name: 'Remove Ana Li' }));
    const path = `/admin/teams/${cardiology.id}/members`;
    expect(sent).toEqual([[`POST ${path}`, { userId: ben.id }], [`DELETE ${path}/${ana.id}`]]);
  });

  it('before a team is archived, the screen states that its members keep their access', async () => {
    fake.state.teams = [cardiology];
    const sent = kept();
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Archive' }));
    expect((await dialog()).getByText(/Its members keep access to its links/)).toBeVisible();
    await person.click((await dialog()).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('The team has been archived')).toBeVisible();
    expect(sent).toEqual([[`POST /admin/teams/${cardiology.id}/archive`]]);
  });
});

describe('teams and absences in a user’s account', () => {
  const open = () => renderApp('/account-security', { user: ana, state: fake.state });

  it('a member can turn off emails about a team, and a notice says that every member gets them while few members watch it', async () => {
    fake.state.teams = [cardiology];
    const sent = kept();
    const { person } = open();
    const teams = await section('Your teams');
    expect(await teams.findByText('Members: Ana Li, Ben Okafor')).toBeVisible();
    expect(teams.getByText(/^Fewer than 3 members watch this team, so every member/)).toBeVisible();
    const choice = teams.getByRole('switch', { name: /Email me about this team’s documents/ });
    expect(choice).toBeChecked();
    await person.click(choice);
    expect(await screen.findByText('Your choice has been saved')).toBeVisible();
    expect(sent).toEqual([[`PATCH /teams/${cardiology.id}/watching`, { watching: false }]]);
  });

  it('a user without a team is shown how to join one', async () => {
    open();
    expect(await (await section('Your teams')).findByText(/^You belong to no team/)).toBeVisible();
  });

  it('a day with a five-digit year is refused with an error next to its field', async () => {
    const { person } = open();
    const form = await section('Absence');
    fireEvent.change(await form.findByLabelText('Last day away'), { target: { value: '20261-12-03' } });
    await person.click(form.getByRole('button', { name: 'Set absence' }));
    expect(await form.findByText(errors.cover_period_invalid.text)).toBeVisible();
  });

  it('an absence is set in whole days, from the first to the last', async () => {
    const sent = kept();
    const { person } = open();
    const form = await section('Absence');
    await person.click(await form.findByRole('button', { name: 'Set absence' }));
    expect(form.getByText(errors.cover_required.text)).toBeVisible();
    expect(form.getByText('Please choose a day')).toBeVisible();
    await person.clear(form.getByLabelText('First day away'));
    await person.type(form.getByLabelText('First day away'), '2026-12-01');
    await person.type(form.getByLabelText('Last day away'), '2026-11-30');
    await person.selectOptions(form.getByLabelText('Colleague who stands in'), 'Ben Okafor');
    await person.click(form.getByRole('button', { name: 'Set absence' }));
    expect(form.getByText(errors.cover_period_invalid.text)).toBeVisible();
    await person.clear(form.getByLabelText('Last day away'));
    await person.type(form.getByLabelText('Last day away'), '2026-12-03');
    await person.click(form.getByRole('button', { name: 'Set absence' }));
    expect(await screen.findByText('The absence has been set')).toBeVisible();
    expect(sent).toEqual([['POST /auth/cover', { coverId: ben.id, ...days }]]);
  });

  it.each([
    [true, 'You are away until 3 Dec 2026. Ben Okafor stands in for you now.'],
    [false, 'You are away from 1 Dec 2026 until 3 Dec 2026. Ben Okafor will stand in for you.'],
  ])('an absence (running: %s) is described and can be ended', async (running, text) => {
    fake.state.covers = { own: absence({ running }), standingIn: [] };
    const sent = kept();
    const { person } = open();
    const form = await section('Absence');
    expect(await form.findByText(text)).toBeVisible();
    await person.click(form.getByRole('button', { name: 'End absence' }));
    expect(await screen.findByText('The absence has ended')).toBeVisible();
    expect(sent).toEqual([[`DELETE /auth/cover/${absence().id}`]]);
  });

  it('the reason why an absence could not be ended is shown', async () => {
    fake.state.covers = { own: absence(), standingIn: [] };
    fake.use(http.delete('*/api/auth/cover/:id', () => reject(404, 'not_found', errors.not_found.text)));
    const { person } = open();
    await person.click(await (await section('Absence')).findByRole('button', { name: 'End absence' }));
    expect(await screen.findByText(errors.not_found.text)).toBeVisible();
  });
});

describe('the notice for a colleague who stands in', () => {
  it('the notice names the absent colleague and the last day, once the absence has begun', async () => {
    fake.state.covers = {
      own: null,
      standingIn: [absence(), absence({ id: dora.id, user: chloe, running: false })],
    };
    renderApp('/dashboard', { user: ben, state: fake.state });
    expect(await screen.findByText('You are standing in for Ana Li until 3 Dec 2026.')).toBeVisible();
    expect(screen.queryByText(/standing in for Chloe/)).toBeNull();
  });

  it('the notice disappears when the end of an absence has passed', async () => {
    const soon = new Date(Date.now() + 3000).toISOString();
    fake.state.covers = { own: null, standingIn: [absence({ endsAt: soon })] };
    renderApp('/dashboard', { user: ben, state: fake.state });
    const notice = await screen.findByText(/^You are standing in/);
    fake.state.covers = { own: null, standingIn: [] };
    await waitForElementToBeRemoved(notice, { timeout: 20_000 });
  });

  it('if the device’s clock is ahead of the server’s, the notice appears when the absence begins on the server', async () => {
    const startsAt = Date.now() + 3000;
    let readsAfterStart = 0;
    fake.use(
      http.get('*/api/auth/cover', () => {
        if (Date.now() > startsAt) readsAfterStart += 1;
        const planned = absence({ startsAt: new Date(startsAt).toISOString(), running: readsAfterStart > 1 });
        return HttpResponse.json({ status: 'success', data: { own: null, standingIn: [planned] } });
      }),
    );
    const lists = () => fake.calls.filter((call) => call === 'GET /api/documents');
    renderApp('/dashboard', { user: ben, state: fake.state });
    await waitFor(() => expect(lists()).toHaveLength(1));
    expect(await screen.findByText(/^You are standing in/, {}, { timeout: 40_000 })).toBeVisible();
    await waitFor(() => expect(lists()).toHaveLength(2));
  });
});

describe('absences and handing over on the page Manage Clinicians', () => {
  const open = () => renderApp('/admin/manage-users?name=Ana', { user: dora, state: fake.state });

  it('an administrator sets and ends an absence, and the row of the clinician shows it at once', async () => {
    const sent = kept({ cover: absence() });
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Absence' }));
    const form = await dialog();
    await person.type(form.getByLabelText('Last day away'), '2030-12-03');
    const colleagues = within(form.getByLabelText('Colleague who stands in'));
    expect((await colleagues.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Choose a colleague',
      'Ben Okafor',
      'Dora Novak',
    ]);
    await person.selectOptions(form.getByLabelText('Colleague who stands in'), 'Ben Okafor');
    await person.click(form.getByRole('button', { name: 'Set absence' }));
    expect(await screen.findByText('Away until 3 Dec 2026, cover by Ben Okafor')).toBeVisible();
    expect(sent).toMatchObject([[`POST /admin/users/${ana.id}/cover`, { coverId: ben.id }]]);
    await person.click(screen.getByRole('button', { name: 'Absence' }));
    fake.use(
      http.delete('*/api/admin/users/:id/cover', () =>
        HttpResponse.json({ status: 'success', data: { cover: null } }),
      ),
    );
    await person.click((await dialog()).getByRole('button', { name: 'End absence' }));
    expect(await screen.findByText('The absence has ended')).toBeVisible();
    expect(screen.queryByText(/^Away until/)).toBeNull();
  });

  /** Makes the server list exactly these users. */
  const list = (...rows: (User & { absence: Cover | null })[]) => {
    const secondFactor = { enabled: false, required: false, requiredByClinic: false };
    const users = rows.map((row) => ({ ...row, invited: false, secondFactor }));
    fake.use(http.get('*/api/admin/users', () => HttpResponse.json({ status: 'success', data: { users } })));
  };

  it('ending an absence that another one has replaced is refused, and the dialog then shows the current one and can end it', async () => {
    const ended: (string | null)[] = [];
    const current = absence({ id: dora.id, cover: chloe });
    fake.use(
      http.delete('*/api/admin/users/:id/cover', ({ request }) => {
        ended.push(new URL(request.url).searchParams.get('absenceId'));
        return ended.length === 1
          ? reject(404, 'not_found', errors.not_found.text)
          : HttpResponse.json({ status: 'success', data: { cover: null } });
      }),
    );
    list({ ...ana, absence: absence() });
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Absence' }));
    list({ ...ana, absence: current });
    await person.click((await dialog()).getByRole('button', { name: 'End absence' }));
    expect(await screen.findByText(errors.not_found.text)).toBeVisible();
    expect(await (await dialog()).findByText(/cover by Chloe Martin$/)).toBeVisible();
    await person.click((await dialog()).getByRole('button', { name: 'End absence' }));
    expect(await screen.findByText('The absence has ended')).toBeVisible();
    expect(ended).toEqual([absence().id, current.id]);
    expect(screen.queryByText(/^Away until/)).toBeNull();
  });

  it('when an absence was already set elsewhere, the dialog shows it and can end it', async () => {
    fake.use(
      http.post('*/api/admin/users/:id/cover', () => reject(409, 'cover_exists', errors.cover_exists.text)),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Absence' }));
    const form = await dialog();
    await person.type(form.getByLabelText('Last day away'), '2030-12-03');
    await form.findByRole('option', { name: 'Ben Okafor' });
    await person.selectOptions(form.getByLabelText('Colleague who stands in'), 'Ben Okafor');
    list({ ...ana, absence: absence({ cover: dora }) });
    await person.click(form.getByRole('button', { name: 'Set absence' }));
    expect(await screen.findByText(errors.cover_exists.text)).toBeVisible();
    expect(await (await dialog()).findByText(/cover by Dora Novak$/)).toBeVisible();
    expect((await dialog()).getByRole('button', { name: 'End absence' })).toBeEnabled();
  });

  const disable = async (person: ReturnType<typeof open>['person']) =>
    person.click((await dialog()).getByRole('button', { name: 'Disable' }));

  it('links are left as they are unless the administrator chooses otherwise', async () => {
    const sent = kept();
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Disable' }));
    expect((await dialog()).getByRole('radio', { name: 'Leave them as they are' })).toBeChecked();
    expect((await dialog()).queryByRole('radio', { name: 'To a team' })).toBeNull();
    await disable(person);
    await screen.findByText('Ana Li has been disabled');
    expect(sent).toEqual([[`POST /admin/users/${ana.id}/disable`, {}]]);
  });

  it('disabling a user also ends the listed absences in which that user stands in', async () => {
    kept();
    list(
      { ...ana, absence: null },
      { ...ben, absence: absence({ user: ben, cover: ana }) },
      { ...chloe, absence: absence({ user: chloe, cover: dora }) },
    );
    const { person } = open();
    expect(await screen.findByText(/^Away until .+ cover by Ana Li$/)).toBeVisible();
    await person.click(screen.getAllByRole('button', { name: 'Disable' })[0]!);
    await disable(person);
    await screen.findByText('Ana Li has been disabled');
    expect(screen.queryByText(/cover by Ana Li$/)).toBeNull();
    expect(screen.getByText(/cover by Dora Novak$/)).toBeVisible();
  });

  it.each([
    ['To a colleague', 'Colleague', 'Ben Okafor', { userId: ben.id }],
    ['To a team', 'Team', 'Cardiology', { teamId: cardiology.id }],
  ])('links are handed over: %s', async (choice, label, name, handOver) => {
    fake.state.teams = [cardiology];
    const sent = kept();
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Disable' }));
    await person.click(await (await dialog()).findByRole('radio', { name: choice }));
    expect((await dialog()).getByRole('button', { name: 'Disable' })).toBeDisabled();
    await person.selectOptions((await dialog()).getByRole('combobox', { name: label }), name);
    await disable(person);
    await screen.findByText('Ana Li has been disabled');
    expect(sent).toEqual([[`POST /admin/users/${ana.id}/disable`, { handOver }]]);
  });
});
