import { mayChangeAccess } from './users.policy.js';

describe('the right to disable and enable an account', () => {
  it.each([
    ['a clinician', { id: 'ana', role: 'user' }, true],
    ['another administrator', { id: 'erik', role: 'admin' }, false],
    ['their own account', { id: 'dora', role: 'admin' }, false],
    ['their own account as a clinician', { id: 'dora', role: 'user' }, false],
  ])('an administrator may change the access of clinicians only: %s', (_name, target, allowed) => {
    expect(mayChangeAccess('dora', target)).toBe(allowed);
  });
});
