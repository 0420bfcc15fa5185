/** A user who signs in. */
export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: 'user' | 'admin';
  password: string;
}

function person(n: number, firstName: string, lastName: string, role: Person['role']): Person {
  const id = `00000000-0000-4000-8000-00000000000${String(n)}`;
  const email = `${firstName}.${lastName}@clinic.example`.toLowerCase();
  return { id, firstName, lastName, email, role, password: `${firstName}-keeps-bees-${String(n)}` };
}

/** The users of all tests: three clinicians and an administrator, always with the same ids. */
export const people = {
  ana: person(1, 'Ana', 'Silva', 'user'),
  ben: person(2, 'Ben', 'Okoro', 'user'),
  chloe: person(3, 'Chloe', 'Martin', 'user'),
  dora: person(4, 'Dora', 'Lindqvist', 'admin'),
} as const;
