import { refusePassword } from './password-rules.js';

const plain = { min: 6, common: null, context: [] };
const raised = { min: 8, common: new Set(['password1', 'iloveyou']), context: ['Lindau Clinic'] };
const about = ['Ana', 'Li', 'ana.li'];

describe('refusePassword', () => {
  it('takes six characters by default, whatever they are', () => {
    expect(refusePassword('abc123', plain, about)).toBeNull();
  });

  it('refuses fewer with the number that is set', () => {
    expect(refusePassword('abc12', plain, about)).toBe('Password must be at least 6 characters');
    expect(refusePassword('abc1234', raised, about)).toBe('Password must be at least 8 characters');
  });

  it('counts characters, not code units', () => {
    expect(refusePassword('🔑🔑🔑', plain, about)).toBe('Password must be at least 6 characters');
    expect(refusePassword('🔑🔑🔑🔑🔑🔑', plain, about)).toBeNull();
  });

  it('takes 128 characters and refuses 129', () => {
    expect(refusePassword('x'.repeat(128), plain, about)).toBeNull();
    expect(refusePassword('x'.repeat(129), plain, about)).toBe('Password can be at most 128 characters');
  });

  it('asks for no particular kind of character', () => {
    expect(refusePassword('a quiet river in the morning', raised, about)).toBeNull();
  });

  it.each(['password1', 'PassWord1', 'iloveyou'])(
    'refuses the common password %s where common ones are refused',
    (password) => {
      expect(refusePassword(password, raised, about)).toMatch(/too easy to guess/);
    },
  );

  it.each(['caredrop1', 'Ana.Li2026', 'CareDrop!!', 'LindauClinic7'])(
    'refuses %s, which says who or what it is for',
    (password) => {
      expect(refusePassword(password, raised, about)).toMatch(/too easy to guess/);
    },
  );

  it('does not mistake digits alone for a name', () => {
    expect(refusePassword('83920184', raised, ['', '42'])).toBeNull();
  });
});
