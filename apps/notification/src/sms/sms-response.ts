import { IN_DOUBT, LOST, smsReason } from '@caredrop/contracts';
import type { SendSmsResponse } from '@caredrop/contracts/internal';
import { toSmsStatus } from './sms-status.js';

type SmsState = 'sending' | 'accepted' | 'refused' | 'unknown' | 'lost';

/** The response to the caller for a delivery in this state; null while the text is being sent. */
export function responseFor(delivery: {
  state: string;
  providerStatus: string | null;
  errorCode: string | null;
}): SendSmsResponse | null {
  switch (delivery.state as SmsState) {
    case 'sending':
      return null;
    case 'accepted':
      return { outcome: 'accepted', status: toSmsStatus(delivery.providerStatus ?? 'accepted') };
    case 'refused':
      return refused(delivery.errorCode);
    case 'unknown':
      return refused(IN_DOUBT);
    case 'lost':
      return refused(LOST);
  }
}

const refused = (code: string | null): SendSmsResponse => ({
  outcome: 'refused',
  reason: smsReason(code),
  code,
});
