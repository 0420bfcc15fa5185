import type { Api } from './api.ts';

const members = ['Ben', 'Chloe'];

/** The demo's team: the two clinicians whose accounts tests do not use by default. */
export async function makeTeam(admin: Api): Promise<void> {
  const { users } = await admin.get<{ users: { id: string; firstName: string }[] }>('/users');
  const { team } = await admin.post<{ team: { id: string } }>('/admin/teams', { name: 'Cardiology' });
  for (const { id: userId } of users.filter(({ firstName }) => members.includes(firstName)))
    await admin.post(`/admin/teams/${team.id}/members`, { userId });
}
