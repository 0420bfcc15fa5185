import type { SendSmsResponse } from '@caredrop/contracts/internal';
import { appError, type AppError } from '@caredrop/service-kit';

/** The error for a text that was not accepted. */
export function smsRejection(response: Exclude<SendSmsResponse, { outcome: 'accepted' }>): AppError {
  if (response.outcome === 'refused')
    return appError('sms_refused', { params: { reason: response.code ?? null } });
  const code = response.limit === 'clinician' ? 'sms_clinician_limit' : 'sms_number_limit';
  return appError(code, { retryAfter: response.retryAfterSeconds });
}
