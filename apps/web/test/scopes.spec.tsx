import { describe, expect, it } from '@jest/globals';
import { errors, type Cover, type Team, type User } from '@caredrop/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { baseApi } from '../src/shared/api/base-api.js';
import { aDocument, aToken, inDays } from './builders.js';
import { liveUpdates, reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const { ana, ben, dora } = people;
const fake = fakeServer();
const open = (route: string, user: User = ben) => renderApp(route, { user, state: fake.state });
const scopes = () => screen.findByRole('radiogroup', { name: 'Show' });
const choice = async (name: string) => within(await scopes()).findByRole('radio', { name });
const calls = (start: string) => fake.calls.filter((call) => call.startsWith(`GET /api/${start}`));

const member = ({ id, firstName, lastName }: User) => ({
  ...{ id, firstName, lastName },
  ...{ watching: true, active: true },
});
const knees: Team = {
  id: '20000000-0000-4000-8000-000000000001',
  name: 'Knee clinic',
  archived: false,
  members: [member(ana), member(ben)],
  watchers: 2,
};
const anaIsAway: Cover = {
  id: '30000000-0000-4000-8000-000000000001',
  user: ana,
  cover: ben,
  startsAt: inDays(-1),
  endsAt: inDays(2),
  running: true,
};
const standingIn = (cover: Cover = anaIsAway) => {
  fake.state.covers = { own: null, standingIn: [cover] };
};

const ofTeam = () => ({ owner: ana, notMine: true as const, team_id: knees.id, patient_ref_id: 'P-team' });

describe('lists of a user without a team or an absence to cover', () => {
  it.each([
    ['/tokens?scope=team', /^GET \/api\/tokens$/],
    ['/documents?scope=covered', /^GET \/api\/documents$/],
    ['/worklist?scope=team', /^GET \/api\/tokens\/attention\?show=open&limit=100$/],
  ])('the list at %s shows the user’s own items, and offers no other scope', async (route, call) => {
    open(route);
    await waitFor(() => expect(fake.calls.some((made) => call.test(made))).toBe(true));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });

  it('an absence that has not begun offers no other scope', async () => {
    standingIn({ ...anaIsAway, running: false });
    open('/tokens');
    expect(await screen.findByText('Your Upload Tokens')).toBeVisible();
    await waitFor(() => expect(calls('tokens/attention').at(-1)).not.toContain('scope='));
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });
});

describe('the list of links of a user with a team', () => {
  it('the list shows the user’s own links by default, and the team’s with their owners when Team is chosen; the URL keeps the choice', async () => {
    fake.state.teams = [knees];
    fake.state.tokens.push(aToken(ofTeam()), aToken({ owner: ben, patient_ref_id: 'P-own' }));
    const { person, address } = open('/tokens');
    expect(await choice('Mine')).toBeChecked();
    expect(screen.queryByRole('radio', { name: 'Standing in' })).toBeNull();
    expect(await screen.findByText('P-own')).toBeVisible();
    await person.click(await choice('Team'));
    const row = within(await screen.findByRole('row', { name: /P-team/ }));
    expect(row.getByText('Clinician: Ana Li · Team: Knee clinic')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your Teams’ Upload Tokens' })).toBeVisible();
    expect(address()).toBe('/tokens?scope=team');
    await person.type(screen.getByLabelText('Search'), 'nothing');
    expect(await screen.findByText('No link of your teams matches these filters.')).toBeVisible();
    await person.click(screen.getByRole('link', { name: 'Clear filters' }));
    expect(address()).toBe('/tokens?scope=team');
    await person.click(await choice('Mine'));
    expect(address()).toBe('/tokens');
  });

  it('the row of the user’s own link names its team, but not the owner', async () => {
    fake.state.teams = [knees];
    fake.state.tokens.push(aToken({ owner: ben, team_id: knees.id }));
    open('/tokens');
    expect(await screen.findByText('Team: Knee clinic')).toBeVisible();
  });

  it('an empty list says that links made for the team will appear', async () => {
    fake.state.teams = [knees];
    open('/tokens?scope=team');
    expect(await screen.findByText(/^Links made for your teams appear here/)).toBeVisible();
    expect(await choice('Team')).toBeChecked();
  });
});

describe('the list of documents of a user who stands in', () => {
  it('the list shows the colleague’s documents with the colleague’s name, and can be searched', async () => {
    standingIn();
    fake.state.documents.push(
      aDocument({ owner: ana, not_mine: true, file_name: 'blood test.pdf' }),
      aDocument({ owner: ana, not_mine: true, file_name: 'x-ray.pdf' }),
    );
    const { person } = open('/documents?search=blood');
    await person.click(await choice('Standing in'));
    const row = within(await screen.findByRole('row', { name: /blood test/ }));
    expect(row.getByText('Clinician: Ana Li')).toBeVisible();
    expect(screen.queryByText('x-ray.pdf')).toBeNull();
    expect(calls('documents?').at(-1)).toBe('GET /api/documents?search=blood&scope=covered');
  });

  it('the page of a colleague’s document names its owner and team, and the page of the user’s own document names no owner', async () => {
    fake.state.teams = [knees];
    const [shared, own] = [
      aDocument({ owner: ana, not_mine: true, team_id: knees.id }),
      aDocument({ owner: ben, team_id: '20000000-0000-4000-8000-000000000009' }),
    ];
    fake.state.documents.push(shared, own);
    const { router } = open(`/documents/${shared.id}`);
    expect(await screen.findByText('Ana Li')).toBeVisible();
    expect(await screen.findByText('Knee clinic')).toBeVisible();
    await act(() => router.navigate(`/documents/${own.id}`));
    expect(await screen.findByText('One that you do not belong to')).toBeVisible();
    expect(screen.queryByText('Clinician')).toBeNull();
  });

  it.each(['team.changed', 'user.cover_changed'])(
    'the page of a colleague’s document closes when %s reports that its reader has lost access',
    async (type) => {
      const shared = aDocument({ owner: ana, not_mine: true });
      fake.state.documents.push(shared);
      const updates = liveUpdates();
      fake.use(updates.handler);
      const { address } = open(`/documents/${shared.id}`);
      // The second read follows the opening of the stream.
      await waitFor(() => expect(calls(`documents/${shared.id}`)).toHaveLength(2));
      expect(await screen.findByText('Ana Li')).toBeVisible();
      fake.state.documents = [];
      updates.send(type);
      await waitFor(() => expect(address()).toBe('/documents'));
    },
  );

  it('the page of a colleague’s document closes when the end of the absence has passed', async () => {
    const shared = aDocument({ owner: ana, not_mine: true });
    fake.state.documents.push(shared);
    standingIn({ ...anaIsAway, endsAt: new Date(Date.now() + 2000).toISOString() });
    const { address } = open(`/documents/${shared.id}`);
    expect(await screen.findByText(shared.patient_ref_id)).toBeVisible();
    fake.state.documents = [];
    fake.state.covers = { own: null, standingIn: [] };
    await waitFor(() => expect(address()).toBe('/documents'));
  });

  it('the list returns to the user’s own documents when the absence ends', async () => {
    standingIn();
    const { store } = open('/documents?scope=covered');
    expect(await choice('Standing in')).toBeChecked();
    fake.state.covers = { own: null, standingIn: [] };
    store.dispatch(baseApi.util.invalidateTags(['Cover']));
    await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull());
    expect(screen.getByText('What your patients have sent you, the newest first.')).toBeVisible();
  });
});

describe('what needs attention, for a user with a team', () => {
  it('by default, the list includes everything, like the count in the navigation, and it can be narrowed', async () => {
    fake.state.teams = [knees];
    standingIn();
    fake.state.attention.tokens.push({ reason: 'ending', since: inDays(-1), token: aToken(ofTeam()) });
    const { person, address } = open('/worklist');
    expect(await choice('All of these')).toBeChecked();
    const row = within(await screen.findByRole('row', { name: /P-team/ }));
    expect(row.getByText('Clinician: Ana Li · Team: Knee clinic')).toBeVisible();
    expect(calls('tokens/attention').every((call) => call.endsWith('scope=any'))).toBe(true);
    expect(calls('tokens/attention')).toHaveLength(2);
    for (const [name, scope] of [
      ['Mine', 'mine'],
      ['Team', 'team'],
      ['Standing in', 'covered'],
    ] as const) {
      await person.click(await choice(name));
      await waitFor(() => expect(calls('documents/attention').at(-1)).toContain(`scope=${scope}`));
      expect(address()).toBe(`/worklist?scope=${scope}`);
    }
    await person.click(await choice('All of these'));
    expect(address()).toBe('/worklist');
  });

  it('an empty list says whose links and documents were checked', async () => {
    fake.state.teams = [knees];
    open('/worklist?scope=team');
    expect(await screen.findByText(/^The links and documents of your teams were checked/)).toBeVisible();
  });

  it('an administrator can also list everyone’s items', async () => {
    fake.state.teams = [{ ...knees, members: [member(dora)] }];
    fake.state.attention.tokens.push({ reason: 'ending', since: inDays(-1), token: aToken() });
    const { person } = open('/worklist', dora);
    await person.click(await choice('Everyone’s'));
    expect(await screen.findByRole('columnheader', { name: 'Clinician' })).toBeVisible();
    expect(calls('admin/tokens/attention').at(-1)).not.toContain('scope=');
  });

  it.each(['teams', 'auth/cover'])('everything is listed while %s cannot be fetched', async (path) => {
    fake.use(
      http.get(`*/api/${path}`, () => reject(503, 'service_unavailable', errors.service_unavailable.text)),
    );
    open('/worklist');
    await waitFor(() => expect(calls('tokens/attention').at(-1)).toContain('scope=any'));
  });
});

async function search(text: string) {
  const app = open('/account/security');
  await app.person.click(await screen.findByRole('button', { name: /^Search everything/ }));
  await app.person.type(await screen.findByLabelText('Search links and documents'), text);
  return app;
}

describe('the search of a user with a team who also stands in', () => {
  const links = async () => within(await screen.findByRole('region', { name: 'Links' }));
  const found = async () =>
    (await links()).getAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent);

  it('the search finds the links and documents of the team and of the colleague, after the user’s own and each once', async () => {
    fake.state.teams = [knees];
    standingIn();
    fake.state.tokens.push(
      aToken({ ...ofTeam(), patient_ref_id: 'P-77 team' }),
      aToken({ owner: ana, notMine: true, patient_ref_id: 'P-77 covered' }),
      aToken({ owner: ben, team_id: knees.id, patient_ref_id: 'P-77 own' }),
    );
    fake.state.documents.push(aDocument({ owner: ana, not_mine: true, patient_ref_id: 'P-77' }));
    await search('P-77');
    await waitFor(async () => expect(await found()).toEqual(['P-77 own', 'P-77 team', 'P-77 covered']));
    const row = within((await links()).getByRole('link', { name: /P-77 team/ }));
    expect(row.getByText('Clinician: Ana Li · Team: Knee clinic')).toBeVisible();
    expect(await screen.findByRole('link', { name: /referral letter\.pdf/ })).toBeVisible();
    expect(screen.queryByText(/^Nothing found/)).toBeNull();
  });

  it('at most five results are shown, and each list that contains results is linked with its scope', async () => {
    fake.state.teams = [knees];
    standingIn();
    for (let count = 1; count <= 4; count += 1)
      fake.state.tokens.push(
        aToken({ ...ofTeam(), owner: dora, patient_ref_id: `P-77 team ${count}` }),
        aToken({ owner: ben, patient_ref_id: `P-77 own ${count}` }),
      );
    const { person, address } = await search('P-77');
    await waitFor(async () => expect(await found()).toHaveLength(5));
    expect((await found())[4]).toBe('P-77 team 1');
    expect((await links()).getByRole('link', { name: 'Show all of these links' })).toHaveAttribute(
      'href',
      '/tokens?search=P-77',
    );
    expect((await links()).queryByRole('link', { name: 'Show all of these links: Standing in' })).toBeNull();
    await person.click((await links()).getByRole('link', { name: 'Show all of these links: Team' }));
    expect(address()).toBe('/tokens?search=P-77&scope=team');
  });

  it('the lists of all scopes are searched while the teams cannot be fetched', async () => {
    fake.use(
      http.get('*/api/teams', () => reject(503, 'service_unavailable', errors.service_unavailable.text)),
    );
    await search('P-77');
    await waitFor(() => expect(calls('tokens?search=P-77&limit=5&scope=team')).toHaveLength(1));
    await waitFor(() => expect(calls('documents?search=P-77&limit=5&scope=covered')).toHaveLength(1));
  });

  it('the search shows what it found and says that links could not be searched if those of one scope could not', async () => {
    fake.state.teams = [knees];
    fake.state.tokens.push(aToken({ owner: ben, patient_ref_id: 'P-77' }));
    fake.use(
      http.get('*/api/tokens', ({ request }) =>
        request.url.endsWith('scope=team')
          ? reject(503, 'service_unavailable', errors.service_unavailable.text)
          : undefined,
      ),
    );
    await search('P-77');
    expect(await screen.findByText(/Links could not be searched\./)).toBeVisible();
    expect((await links()).getByRole('link', { name: /^P-77/ })).toBeVisible();
    expect(screen.queryByText(/^Nothing found/)).toBeNull();
  });
});

it('the search of a user without a team or an absence to cover reads only the user’s own lists', async () => {
  fake.state.tokens.push(aToken({ owner: ben, patient_ref_id: 'P-77' }));
  await search('P-77');
  expect(await screen.findByRole('link', { name: /^P-77/ })).toBeVisible();
  expect(calls('tokens?').filter((call) => !call.endsWith('&scope=mine'))).toEqual([]);
});
