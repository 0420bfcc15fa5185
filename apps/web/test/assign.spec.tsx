import { describe, expect, it } from '@jest/globals';
import { errors, type Team, type User } from '@caredrop/contracts';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { aToken } from './builders.js';
import { expectToastOnly } from './expect-toast-only.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const { ana, ben, dora } = people;
const fake = fakeServer();
const open = (route: string, user: User = ana) => renderApp(route, { user, state: fake.state });
const dialog = async () => within(await screen.findByRole('dialog'));
const aTeam = (index: number, name: string, members: User[], archived = false): Team => ({
  id: `20000000-0000-4000-8000-00000000000${index}`,
  name,
  archived,
  members: members.map(({ id, firstName, lastName }) => ({
    ...{ id, firstName, lastName },
    ...{ watching: true, active: true },
  })),
  watchers: members.length,
});
const knees = aTeam(1, 'Knee clinic', [ana, ben]);
const labels = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((one) => one.textContent);

/** Opens the dialog on the page of a link. */
async function assigning(change: Parameters<typeof aToken>[0] = {}, user: User = ana) {
  const token = aToken(change);
  fake.state.tokens.push(token);
  const app = open(`/tokens/${token.id}`, user);
  await app.person.click(await screen.findByRole('button', { name: 'Assign…' }));
  const box = await dialog();
  await box.findByRole('option', { name: user === dora ? 'Ana Li' : /Dora Novak/ });
  const clinician = () => box.getByLabelText('Clinician');
  return { ...app, token, box, clinician, submit: () => box.getByRole('button', { name: 'Assign' }) };
}

describe('the team of a new link', () => {
  it('the user can choose one of their teams that are not archived, and the choice is sent with the link', async () => {
    fake.state.teams = [knees, aTeam(2, 'Old clinic', [ana], true), aTeam(3, 'Hips', [ben])];
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/tokens', async ({ request }) => {
        sent.push(await request.clone().json());
        return reject(403, 'team_not_yours', errors.team_not_yours.text);
      }),
    );
    const { person } = open('/generate-link');
    const field = await screen.findByLabelText('Team');
    expect(labels(field)).toEqual(['Only me', 'Knee clinic']);
    await person.selectOptions(field, 'Knee clinic');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.click(screen.getByRole('button', { name: 'Generate Link' }));
    await expectToastOnly(errors.team_not_yours.text);
    expect(field).toHaveAccessibleDescription(/Choose another team/);
    expect(sent).toEqual([expect.objectContaining({ teamId: knees.id })]);
    expect(field).toHaveValue('');
  });

  it('a user without a team is not asked for one', async () => {
    open('/generate-link');
    expect(await screen.findByLabelText(/^Patient’s phone number/)).toBeVisible();
    expect(screen.queryByLabelText('Team')).toBeNull();
  });
});

describe('assigning a link', () => {
  it('the dialog says who will see the assigned link and that the user no longer will, and assigning it leaves its page', async () => {
    const { person, box, clinician, submit, address, token } = await assigning();
    expect(submit()).toBeDisabled();
    await person.selectOptions(clinician(), 'Ben Okafor');
    expect(
      box.getByText(
        'These people will see the link and its document: Ben Okafor, a colleague who stands in and administrators.',
      ),
    ).toBeVisible();
    expect(box.getByText('You will no longer see them.')).toBeVisible();
    await person.click(submit());
    expect(await screen.findByText('The link has been assigned')).toBeVisible();
    expect(token.owner).toBe(ben);
    expect(address()).toBe('/tokens');
  });

  it('assigning a link to one of the user’s teams keeps its owner, and the page names the team', async () => {
    fake.state.teams = [knees];
    const { person, box, submit } = await assigning();
    await person.selectOptions(await box.findByLabelText('Team'), 'Knee clinic');
    expect(box.getByText(/: you, .*, the members of Knee clinic and administrators\.$/)).toBeVisible();
    expect(box.queryByText('You will no longer see them.')).toBeNull();
    await person.click(submit());
    expect(await screen.findByText('You · Team: Knee clinic')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a team member can take over a colleague’s link and remove it from the team', async () => {
    fake.state.teams = [knees];
    const { person, box, clinician, submit, token } = await assigning({
      ...{ owner: ben, notMine: true, team_id: knees.id },
    });
    const team = await box.findByLabelText('Team');
    await person.selectOptions(team, 'No team');
    expect(box.getByText('You will no longer see them.')).toBeVisible();
    await person.selectOptions(clinician(), 'Me');
    expect(box.queryByText('You will no longer see them.')).toBeNull();
    await person.click(submit());
    expect(await screen.findByText('You')).toBeVisible();
    expect([token.owner, token.team_id]).toEqual([ana, undefined]);
  });

  it('an administrator is offered every team, and gets no warning about no longer seeing the link', async () => {
    fake.state.teams = [knees];
    const { box, person, clinician } = await assigning({ notMine: true }, dora);
    expect(labels(await box.findByLabelText('Team'))).toEqual(['No change (No team)', 'Knee clinic']);
    await person.selectOptions(clinician(), 'Ben Okafor');
    expect(box.queryByText('You will no longer see them.')).toBeNull();
  });

  it('the reason for a refused assignment is shown, and the dialog stays open', async () => {
    fake.use(
      http.post('*/api/tokens/:id/assign', () =>
        reject(400, 'colleague_unknown', errors.colleague_unknown.text),
      ),
    );
    const { person, clinician, submit } = await assigning();
    await person.selectOptions(clinician(), 'Ben Okafor');
    await person.click(submit());
    expect(await screen.findByText(errors.colleague_unknown.text)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});

describe('assigning several links', () => {
  /** Selects all links of the list, and opens the dialog. */
  async function assigningAll(count: number) {
    const app = open('/tokens');
    await app.person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await app.person.click(screen.getByRole('button', { name: `Assign ${count}…` }));
    const box = await dialog();
    await box.findByRole('option', { name: 'Ben Okafor' });
    return { ...app, box, submit: () => box.getByRole('button', { name: `Assign ${count}` }) };
  }
  const stateOf = (box: ReturnType<typeof within>, reference: string) =>
    box.getByText(reference).closest('li');

  it('each selected link is assigned once, and each shows its result', async () => {
    const stuck = aToken({ patient_ref_id: 'stuck' });
    const [first, used] = [
      aToken({ patient_ref_id: 'first' }),
      aToken({ patient_ref_id: 'used', status: 'used' }),
    ];
    fake.state.tokens.push(first, used, stuck);
    fake.use(
      http.post(`*/api/tokens/${stuck.id}/assign`, () =>
        reject(400, 'colleague_unknown', errors.colleague_unknown.text),
      ),
    );
    const { person, box, submit } = await assigningAll(3);
    expect(submit()).toBeDisabled();
    await person.selectOptions(box.getByLabelText('Clinician'), 'Ben Okafor');
    expect(
      box.getByText(
        'These people will see the links and their documents: Ben Okafor, a colleague who stands in and administrators.',
      ),
    ).toBeVisible();
    expect(box.getByText('You will no longer see them.')).toBeVisible();
    await person.dblClick(submit());
    expect(await box.findByText('Assigned: 2 of 3. Failed: 1')).toBeVisible();
    expect([first.owner, used.owner, stuck.owner]).toEqual([ben, ben, ana]);
    expect(stateOf(box, 'first')).toHaveTextContent('assigned');
    expect(stateOf(box, 'used')).toHaveTextContent('assigned');
    expect(stateOf(box, 'stuck')).toHaveTextContent(errors.colleague_unknown.text);
    expect(fake.calls.filter((call) => call.endsWith('/assign'))).toHaveLength(3);
  });

  it('the dialog says how many of the links the user will no longer see', async () => {
    fake.state.teams = [knees];
    fake.state.tokens.push(aToken({ team_id: knees.id }), aToken(), aToken());
    const { person, box } = await assigningAll(3);
    await person.selectOptions(box.getByLabelText('Clinician'), 'Ben Okafor');
    expect(box.getByText('You will no longer see 2 of them.')).toBeVisible();
    await person.selectOptions(box.getByLabelText('Team'), 'Knee clinic');
    expect(box.queryByText(/no longer see/)).toBeNull();
    expect(box.getByText(/: Ben Okafor, .*, the members of Knee clinic and administrators\.$/)).toBeVisible();
  });
});
