import type { SendSmsAnswer } from '@caredrop/contracts/internal';
import { appError, type AppError } from '@caredrop/service-kit';

/** The error for a text that was not accepted. */
export function smsRefusal(answer: Exclude<SendSmsAnswer, { outcome: 'accepted' }>): AppError {
  if (answer.outcome === 'refused')
    return appError('sms_refused', { params: { reason: answer.code ?? null } });
  const code = answer.limit === 'clinician' ? 'sms_clinician_limit' : 'sms_number_limit';
  return appError(code, { retryAfter: answer.retryAfterSeconds });
}
