import type { Token } from '@caredrop/contracts';
import { useState } from 'react';
import { randomKey } from '../../shared/lib/random-key.js';
import { resendChannels } from './resend-channels.js';
import type { ChannelResult } from './resend-outcome.js';
import { useResendEmailMutation, useResendTextMutation } from './token-bulk.api.js';

/** Sends a link again by each of its channels, even if one fails. Returns the result of each. */
export function useResendLink(): (token: Token, reminders: boolean) => Promise<ChannelResult[]> {
  // One key for the whole dialog, so that repeating a call sends nothing twice.
  const [key] = useState(randomKey);
  const [text] = useResendTextMutation();
  const [email] = useResendEmailMutation();
  return async (token, reminders) => {
    const { id, smsPhoneNumber, emailAddress = '' } = token;
    const results: ChannelResult[] = [];
    for (const channel of resendChannels(token)) {
      const { error } =
        channel === 'sms'
          ? await text({ id, phoneNumber: smsPhoneNumber ?? '', reminders, key })
          : await email({ id, email: emailAddress, reminders, key });
      results.push({ channel, error });
    }
    return results;
  };
}
