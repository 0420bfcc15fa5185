import { appError, type AppError } from '@caredrop/service-kit';
import type { OpenMfaChallenge, MfaChallengePurpose } from './mfa-challenges.js';

/** The password was correct: the error code names the next step, and the data is the ticket for it (`SignInTicket`). */
export function secondStep(purpose: MfaChallengePurpose, { ticket, expiresAt }: OpenMfaChallenge): AppError {
  const data = { ticket, expiresAt: expiresAt.toISOString() };
  return purpose === 'code'
    ? appError('second_factor_needed', { data })
    : appError('second_factor_setup_needed', { data });
}

/** The sign-in has to start again, for example because the ticket is unknown, expired, used or voided. */
export const signInOver = () => appError('sign_in_over');
/** During sign-in a wrong code is a 401; within a session, a 401 would mean that the session has ended. */
export const wrongCodeAtSignIn = () => appError('invalid_code', { status: 401 });
export const wrongCode = () => appError('invalid_code');
export const wrongPassword = () => appError('password_wrong');
export const enrolmentOver = () => appError('enrolment_over');
export const notSetUp = () => appError('second_factor_not_set_up');
export const mustStay = () => appError('second_factor_required');
