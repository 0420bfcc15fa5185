import { mayWorkOn, ownersOf, type Worker } from './may-work-on.js';

const [ana, ben, reception, billing] = ['ana', 'ben', 'reception', 'billing'];
const worker = (change: Partial<Worker> = {}): Worker => ({
  userId: ben,
  role: 'user',
  teams: [],
  covers: [],
  ...change,
});

it.each([
  ['its owner', worker({ userId: ana }), true],
  ['a member of its team', worker({ teams: [billing, reception] }), true],
  ['a colleague who stands in for the owner', worker({ covers: [ana] }), true],
  ['an administrator', worker({ role: 'admin' }), true],
  ['a stranger', worker(), false],
  ['a member of another team', worker({ teams: [billing] }), false],
  ['a colleague who stands in for someone else', worker({ covers: [reception] }), false],
])('%s may work on a link only as the access rule allows', (_who, person, expected) => {
  expect(mayWorkOn(person, { ownerId: ana, teamId: reception })).toBe(expected);
});

test('team membership gives no access to a link without a team', () => {
  expect(mayWorkOn(worker({ teams: [reception] }), { ownerId: ana, teamId: null })).toBe(false);
});

test('a person works on their own links and on those of the colleagues they cover now', () => {
  expect(ownersOf(worker({ covers: [ana] }))).toEqual([ben, ana]);
});
