import { dayValue } from '../support/day-value.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll, field, rowOf } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const DAY_MS = 86_400_000;

test(
  'an administrator makes a team, a member stops watching it and sets an absence, and the colleague who stands in sees who is away',
  once,
  async ({ open, people }, info) => {
    const team = aReference('Team');
    const [ana, ben] = await Promise.all([
      people.newClinician(aReference('Away')),
      people.newClinician(aReference('Cover')),
    ]);
    const admin = await open(await people.get('admin'));
    await admin.goto('/admin/teams');
    await button(admin, 'New team').click();
    await field(admin, 'Name').fill(team);
    await expectAccessible(admin);
    await picture(admin, info, 'team-dialog');
    await button(admin, 'Create team').click();
    await rowOf(admin, team).getByRole('button', { name: 'Members' }).click();
    const dialog = admin.getByRole('dialog', { name: `Members of ${team}` });
    for (const { user, email } of [ana, ben]) {
      const name = `${user.firstName} ${user.lastName}`;
      await field(admin, 'Add a person').fill(email);
      await dialog.getByRole('button', { name: `Add ${name}` }).click();
      await expect(dialog.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    }
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'team-members-dialog');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(rowOf(admin, team)).toContainText('All 2 members');
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'admin-teams');

    const colleague = await open(await people.signIn(ben));
    await colleague.goto('/dashboard');
    await expect(colleague.getByRole('heading', { level: 1 })).toBeVisible();

    const clinician = await open(await people.signIn(ana));
    await clinician.goto('/account-security');
    const watching = clinician.getByRole('switch', { name: `Email me about this team’s documents: ${team}` });
    await expect(watching).toBeChecked();
    await watching.click();
    await expect(watching).not.toBeChecked();
    await field(clinician, 'Last day away').fill(dayValue(Date.now() + 2 * DAY_MS));
    await field(clinician, 'Colleague who stands in').selectOption(
      `${ben.user.firstName} ${ben.user.lastName}`,
    );
    await expectAccessible(clinician);
    await expectNoSidewaysScroll(clinician);
    await picture(clinician, info, 'account-absence-form');
    await button(clinician, 'Set absence').click();
    await expect(clinician.getByText(/stands in for you now/)).toBeVisible();
    await expectAccessible(clinician);
    await picture(clinician, info, 'account-absence');

    // Appears without a reload.
    const notice = colleague.getByText(
      new RegExp(`^You are standing in for ${ana.user.firstName} ${ana.user.lastName} until`),
    );
    await expect(notice).toBeVisible();
    await expectAccessible(colleague);
    await expectNoSidewaysScroll(colleague);
    await picture(colleague, info, 'standing-in');

    await admin.goto(`/admin/manage-users?email=${encodeURIComponent(ana.email)}`);
    const row = rowOf(admin, ana.user.lastName);
    await expect(row).toContainText(/Away until .*, cover by/);
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'manage-users-away');
    await row.getByRole('button', { name: 'Absence' }).click();
    await expectAccessible(admin);
    await picture(admin, info, 'absence-dialog');
    await button(admin, 'End absence').click();
    await expect(row).not.toContainText('Away until');
    await expect(notice).toHaveCount(0);

    await row.getByRole('button', { name: 'Disable' }).click();
    await admin.getByRole('radio', { name: 'To a team' }).click();
    await field(admin, 'Team').selectOption(team);
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'disable-dialog-team');
    await admin.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(row.getByRole('button', { name: 'Enable' })).toBeVisible();
  },
);
