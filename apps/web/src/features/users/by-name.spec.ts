import type { User } from '@caredrop/contracts';
import { expect, it } from '@jest/globals';
import { byName } from './by-name.js';

const aUser = (names: Pick<User, 'firstName' | 'lastName'>): User => ({
  id: 'u',
  email: 'u@clinic.example',
  role: 'user',
  createdAt: '2026-03-02T09:00:00.000Z',
  disabled: false,
  disableReason: null,
  ...names,
});

it('users are sorted by first and last name regardless of case and accents', () => {
  const response = [
    aUser({ firstName: 'Zoë', lastName: 'Abel' }),
    aUser({ firstName: 'élise', lastName: 'Roux' }),
    aUser({ firstName: 'Ben', lastName: 'Okoro' }),
    aUser({ firstName: 'ben', lastName: 'Adler' }),
  ];
  expect(byName(response).map(({ lastName }) => lastName)).toEqual(['Adler', 'Okoro', 'Roux', 'Abel']);
  expect(response[0]?.firstName).toBe('Zoë');
});
