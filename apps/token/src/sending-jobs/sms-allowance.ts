import { smsAllowanceResponse, type SmsAllowance } from '@caredrop/contracts/internal';
import { NOT_SET_UP, OPTED_OUT } from '@caredrop/contracts';
import type { InternalClient } from '@caredrop/service-kit';

/** Asks the notification service what would stop texts of this sender to these numbers. */
export const askAllowance = (
  client: InternalClient,
  senderId: string,
  numbers: string[],
): Promise<SmsAllowance> =>
  client.post('notification', '/internal/sms/allowance', { senderId, numbers }, smsAllowanceResponse, {
    onBehalf: false,
  });

/** Why a row's number is not texted; null if it may be, or if there is none. Daily limits delay a row instead. */
export function numberProblem(
  { configured, suppressed }: Pick<SmsAllowance, 'configured' | 'suppressed'>,
  phoneNumber: string | null,
): string | null {
  if (phoneNumber === null) return null;
  if (!configured) return NOT_SET_UP;
  return suppressed.includes(phoneNumber) ? OPTED_OUT : null;
}
