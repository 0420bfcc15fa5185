import { rejectPassword, type PasswordRules } from './password-rules.js';

const plain = { min: 6, common: null, breached: null, context: [] };
const raised = {
  min: 8,
  common: new Set(['password1', 'iloveyou']),
  breached: null,
  context: ['Lindau Clinic'],
};
const about = ['Ana', 'Li', 'ana.li'];

/** The sentence shown for a rejected password. */
const rejection = async (password: string, rules: PasswordRules, words: readonly string[]) =>
  (await rejectPassword(password, rules, words))?.message ?? null;

describe('the password rules', () => {
  it('six characters of any kind are accepted by default', async () => {
    expect(await rejection('abc123', plain, about)).toBeNull();
  });

  it('a password below the minimum length is refused with a message that states the minimum', async () => {
    expect(await rejection('abc12', plain, about)).toBe('Password must be at least 6 characters');
    expect(await rejection('abc1234', raised, about)).toBe('Password must be at least 8 characters');
  });

  it('the length is counted in characters, not in code units', async () => {
    expect(await rejection('🔑🔑🔑', plain, about)).toBe('Password must be at least 6 characters');
    expect(await rejection('🔑🔑🔑🔑🔑🔑', plain, about)).toBeNull();
  });

  it('a password of 128 characters is accepted and one of 129 is refused', async () => {
    expect(await rejection('x'.repeat(128), plain, about)).toBeNull();
    expect(await rejection('x'.repeat(129), plain, about)).toBe('Password can be at most 128 characters');
  });

  it('no particular kind of character is required', async () => {
    expect(await rejection('a quiet river in the morning', raised, about)).toBeNull();
  });

  it.each(['password1', 'PassWord1', 'iloveyou'])(
    'the common password %s is refused if common passwords are refused',
    async (password) => {
      expect(await rejection(password, raised, about)).toMatch(/too easy to guess/);
    },
  );

  it.each(['caredrop1', 'Ana.Li2026', 'CareDrop!!', 'LindauClinic7'])(
    '%s is refused because it consists of the name of the user, the clinic or the product',
    async (password) => {
      expect(await rejection(password, raised, about)).toMatch(/too easy to guess/);
    },
  );

  it('a password of digits only is not mistaken for a name', async () => {
    expect(await rejection('83920184', raised, ['', '42'])).toBeNull();
  });

  it('a breached password is refused, and the list is only read if the other rules pass', async () => {
    const asked: string[] = [];
    const breached = { has: (password: string) => Promise.resolve(asked.push(password) === 1) };
    const rules = { ...raised, breached };
    expect(await rejection('short', rules, about)).toMatch(/at least 8/);
    expect(asked).toEqual([]);
    expect(await rejection('correct horse battery', rules, about)).toMatch(/known from a data breach/);
    expect(await rejection('another fine sentence', rules, about)).toBeNull();
  });
});
