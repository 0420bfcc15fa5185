import { mustUseSecondFactor, nextStep, type Requirement } from './second-factor-rule.js';

const person = (role: string, secondFactorRequired = false) => ({ role, secondFactorRequired });

describe('a second factor', () => {
  it.each<[Requirement, string, boolean]>([
    ['off', 'user', false],
    ['off', 'admin', false],
    ['admins', 'user', false],
    ['admins', 'admin', true],
    ['all', 'user', true],
    ['all', 'admin', true],
  ])('with the setting %s is asked of a person with the role %s: %s', (clinic, role, asked) => {
    expect(mustUseSecondFactor(clinic, person(role))).toBe(asked);
  });

  it('can be asked of one person, whatever the setting', () => {
    expect(mustUseSecondFactor('off', person('user', true))).toBe(true);
  });
});

describe('after a right password', () => {
  it('comes the session for somebody who has none and needs none', () => {
    expect(nextStep('off', person('user'), false)).toBe('none');
  });

  it('comes the code for somebody who has one, needed or not', () => {
    expect(nextStep('off', person('user'), true)).toBe('code');
    expect(nextStep('all', person('user'), true)).toBe('code');
  });

  it('comes the set-up for somebody who needs one and has none', () => {
    expect(nextStep('admins', person('admin'), false)).toBe('setup');
  });
});
