import type { User } from '@caredrop/contracts';

const person = (
  index: number,
  firstName: string,
  lastName: string,
  role: User['role'],
  more: Partial<User> = {},
): User => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@clinic.example`,
  role,
  createdAt: '2026-03-02T09:00:00.000Z',
  disabled: false,
  disableReason: null,
  ...more,
});

/** Three clinicians, one of them (Chloe) with a disabled account, and an administrator. */
export const people = {
  ana: person(1, 'Ana', 'Li', 'user'),
  ben: person(2, 'Ben', 'Okafor', 'user'),
  chloe: person(3, 'Chloe', 'Martin', 'user', { disabled: true, disableReason: 'On leave until January' }),
  dora: person(4, 'Dora', 'Novak', 'admin'),
};
