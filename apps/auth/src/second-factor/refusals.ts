import { messages } from '@caredrop/contracts';
import { AppError, badRequest, conflict } from '@caredrop/service-kit';
import type { OpenMfaChallenge, MfaChallengePurpose } from './mfa-challenges.js';

/** The password was correct; the ticket says what comes next (`secondFactorTicket` of the contracts). */
export function secondStep(purpose: MfaChallengePurpose, { ticket, expiresAt }: OpenMfaChallenge): AppError {
  const data = { ticket, expiresAt: expiresAt.toISOString() };
  return purpose === 'code'
    ? new AppError(401, 'second_factor_needed', messages.secondFactor.codeNeeded, { data })
    : new AppError(401, 'second_factor_setup_needed', messages.secondFactor.setupNeeded, { data });
}

/** The ticket is expired, used, or not ours. */
export const signInOver = () => new AppError(401, 'sign_in_over', messages.secondFactor.ticketOver);
/** While signing in a wrong code is a 401; within a session that would mean that the session has ended. */
export const wrongCodeAtSignIn = () => new AppError(401, 'invalid_code', messages.secondFactor.codeWrong);
export const wrongCode = () => badRequest(messages.secondFactor.codeWrong, 'invalid_code');
export const wrongPassword = () => badRequest(messages.secondFactor.passwordWrong, 'invalid_credentials');
export const enrolmentOver = () => conflict(messages.secondFactor.enrolmentOver);
export const notSetUp = () => conflict(messages.secondFactor.notOn);
export const mustStay = () => conflict(messages.secondFactor.mustStay);
