/** The clinic's setting REQUIRE_SECOND_FACTOR. */
export const requirements = ['off', 'admins', 'all'] as const;
export type Requirement = (typeof requirements)[number];

export interface Person {
  role: string;
  /** An administrator or an operator has required one of this user. */
  secondFactorRequired: boolean;
}

/** Whether this user must use a second factor. */
export function mustUseSecondFactor(clinic: Requirement, { role, secondFactorRequired }: Person): boolean {
  return secondFactorRequired || clinic === 'all' || (clinic === 'admins' && role === 'admin');
}

/** The step that remains between a correct password and a session. */
export type NextStep = 'none' | 'code' | 'setup';

export function nextStep(clinic: Requirement, person: Person, enrolled: boolean): NextStep {
  if (enrolled) return 'code';
  return mustUseSecondFactor(clinic, person) ? 'setup' : 'none';
}
