import { refusePassword } from './password-rules.js';

const plain = { min: 6, common: null, breached: null, context: [] };
const raised = {
  min: 8,
  common: new Set(['password1', 'iloveyou']),
  breached: null,
  context: ['Lindau Clinic'],
};
const about = ['Ana', 'Li', 'ana.li'];

describe('refusePassword', () => {
  it('takes six characters by default, whatever they are', async () => {
    expect(await refusePassword('abc123', plain, about)).toBeNull();
  });

  it('refuses fewer with the number that is set', async () => {
    expect(await refusePassword('abc12', plain, about)).toBe('Password must be at least 6 characters');
    expect(await refusePassword('abc1234', raised, about)).toBe('Password must be at least 8 characters');
  });

  it('counts characters, not code units', async () => {
    expect(await refusePassword('🔑🔑🔑', plain, about)).toBe('Password must be at least 6 characters');
    expect(await refusePassword('🔑🔑🔑🔑🔑🔑', plain, about)).toBeNull();
  });

  it('takes 128 characters and refuses 129', async () => {
    expect(await refusePassword('x'.repeat(128), plain, about)).toBeNull();
    expect(await refusePassword('x'.repeat(129), plain, about)).toBe(
      'Password can be at most 128 characters',
    );
  });

  it('asks for no particular kind of character', async () => {
    expect(await refusePassword('a quiet river in the morning', raised, about)).toBeNull();
  });

  it.each(['password1', 'PassWord1', 'iloveyou'])(
    'refuses the common password %s where common ones are refused',
    async (password) => {
      expect(await refusePassword(password, raised, about)).toMatch(/too easy to guess/);
    },
  );

  it.each(['caredrop1', 'Ana.Li2026', 'CareDrop!!', 'LindauClinic7'])(
    'refuses %s, which says who or what it is for',
    async (password) => {
      expect(await refusePassword(password, raised, about)).toMatch(/too easy to guess/);
    },
  );

  it('does not mistake digits alone for a name', async () => {
    expect(await refusePassword('83920184', raised, ['', '42'])).toBeNull();
  });

  it('a password of the breach list is refused, and the list is read only for one that passes the other rules', async () => {
    const asked: string[] = [];
    const breached = { has: (password: string) => Promise.resolve(asked.push(password) === 1) };
    const rules = { ...raised, breached };
    expect(await refusePassword('short', rules, about)).toMatch(/at least 8/);
    expect(asked).toEqual([]);
    expect(await refusePassword('correct horse battery', rules, about)).toMatch(/known from a data breach/);
    expect(await refusePassword('another fine sentence', rules, about)).toBeNull();
  });
});
