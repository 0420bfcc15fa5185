import { mayChangeAccess } from './users.policy.js';

describe('mayChangeAccess', () => {
  it.each([
    ['a clinician', { id: 'ana', role: 'user' }, true],
    ['another admin', { id: 'erik', role: 'admin' }, false],
    ['oneself', { id: 'dora', role: 'admin' }, false],
    ['oneself, whatever the role', { id: 'dora', role: 'user' }, false],
  ])('decides about %s', (_name, target, allowed) => {
    expect(mayChangeAccess('dora', target)).toBe(allowed);
  });
});
