import { dayValue } from '../support/day-value.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll, field, link, rowOf } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const DAY_MS = 86_400_000;

test(
  'a colleague finds a link under Team and assigns it to herself, and the colleague who stands in for her finds it under Standing in',
  once,
  async ({ open, people }, info) => {
    const [team, reference] = [aReference('Team'), aReference('Shared')];
    const [ana, chloe, ben] = await Promise.all([
      people.newClinician(aReference('Maker')),
      people.newClinician(aReference('Member')),
      people.newClinician(aReference('Cover')),
    ]);
    const name = ({ user }: typeof ana) => `${user.firstName} ${user.lastName}`;
    const admin = await open(await people.get('admin'));
    await admin.goto('/admin/teams');
    await button(admin, 'New team').click();
    await field(admin, 'Name').fill(team);
    await button(admin, 'Create team').click();
    await rowOf(admin, team).getByRole('button', { name: 'Members' }).click();
    const members = admin.getByRole('dialog', { name: `Members of ${team}` });
    for (const person of [ana, chloe]) {
      await field(admin, 'Add a person').fill(person.email);
      await members.getByRole('button', { name: `Add ${name(person)}` }).click();
      await expect(members.getByRole('button', { name: `Remove ${name(person)}` })).toBeVisible();
    }

    const maker = await open(await people.signIn(ana));
    await maker.goto('/generate-link');
    await field(maker, 'Patient Reference ID').fill(reference);
    await field(maker, 'Team').selectOption(team);
    await expectAccessible(maker);
    await expectNoSidewaysScroll(maker);
    await picture(maker, info, 'generate-link-team');
    await button(maker, 'Generate Link').click();
    await expect(rowOf(maker, reference)).toContainText(`Team: ${team}`);

    const member = await open(await people.signIn(chloe));
    await member.goto('/tokens');
    await member.getByRole('radio', { name: 'Team' }).check();
    const row = rowOf(member, reference);
    await expect(row).toContainText(`Clinician: ${name(ana)} · Team: ${team}`);
    await expectAccessible(member);
    await expectNoSidewaysScroll(member);
    await picture(member, info, 'tokens-team');
    await row.getByRole('link', { name: 'Details' }).click();
    await button(member, 'Assign…').click();
    await field(member, 'Clinician').selectOption('Me');
    await field(member, 'Team').selectOption('No team');
    await expect(member.getByText(/^These people will see the link and its document: you/)).toBeVisible();
    await expectAccessible(member);
    await picture(member, info, 'assign-dialog');
    await button(member, 'Assign').click();
    await expect(member.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(member);
    await picture(member, info, 'token-belongs-to');
    await member.goto('/tokens');
    await expect(rowOf(member, reference)).toBeVisible();

    // Disappears without a reload.
    await expect(rowOf(maker, reference)).toHaveCount(0);

    await member.goto('/account-security');
    await field(member, 'Last day away').fill(dayValue(Date.now() + 2 * DAY_MS));
    await field(member, 'Colleague who stands in').selectOption(name(ben));
    await button(member, 'Set absence').click();
    await expect(member.getByText(/stands in for you now/)).toBeVisible();

    const cover = await open(await people.signIn(ben));
    await cover.goto('/tokens');
    await cover.getByRole('radio', { name: 'Standing in' }).check();
    await expect(rowOf(cover, reference)).toContainText(`Clinician: ${name(chloe)}`);
    await expectAccessible(cover);
    await expectNoSidewaysScroll(cover);
    await picture(cover, info, 'tokens-covered');
    await cover.reload();
    await expect(cover.getByRole('radio', { name: 'Standing in' })).toBeChecked();
    await link(cover, 'Documents').first().click();
    await expect(cover.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
    await cover.getByRole('radio', { name: 'Standing in' }).check();
    await expect(cover.getByText('The colleagues you stand in for have no documents.')).toBeVisible();
    await cover.goto('/worklist');
    await expect(cover.getByRole('radio', { name: 'All of these' })).toBeChecked();
    await expectAccessible(cover);
    await expectNoSidewaysScroll(cover);
    await picture(cover, info, 'worklist-scopes');
  },
);
