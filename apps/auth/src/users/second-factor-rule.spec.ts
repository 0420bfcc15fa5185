import { mustUseSecondFactor, nextStep, type Requirement } from './second-factor-rule.js';

const person = (role: string, secondFactorRequired = false) => ({ role, secondFactorRequired });

describe('the requirement of a second factor', () => {
  it.each<[Requirement, string, boolean]>([
    ['off', 'user', false],
    ['off', 'admin', false],
    ['admins', 'user', false],
    ['admins', 'admin', true],
    ['all', 'user', true],
    ['all', 'admin', true],
  ])('with the setting %s, a second factor is required of the role %s: %s', (clinic, role, asked) => {
    expect(mustUseSecondFactor(clinic, person(role))).toBe(asked);
  });

  it('a second factor can be required of one user whatever the setting', () => {
    expect(mustUseSecondFactor('off', person('user', true))).toBe(true);
  });
});

describe('the step after a correct password', () => {
  it('a user who has no second factor and needs none gets a session', () => {
    expect(nextStep('off', person('user'), false)).toBe('none');
  });

  it('a user who has a second factor is asked for the code, whether it is required or not', () => {
    expect(nextStep('off', person('user'), true)).toBe('code');
    expect(nextStep('all', person('user'), true)).toBe('code');
  });

  it('a user who needs a second factor and has none is asked to set one up', () => {
    expect(nextStep('admins', person('admin'), false)).toBe('setup');
  });
});
