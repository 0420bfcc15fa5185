import { setTimeout as delay } from 'node:timers/promises';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import type { SmsMessage } from './sms-message.js';

/** Delays between retries, in ms; Twilio also retries after a failure. */
const RETRIES = [200, 1_000, 3_000];

/** Posts the message's state to its callback, signed by Twilio's own code. Returns false if every attempt failed. */
export async function sendCallback(
  message: SmsMessage,
  authToken: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!message.statusCallback) return true;
  const { statusCallback: url } = message;
  const params = callbackParams(message);
  const signature = webhooks.getExpectedTwilioSignature(authToken, url, params);
  for (const wait of [0, ...RETRIES]) {
    await delay(wait, undefined, { signal });
    if (await post(url, params, signature, signal)) return true;
  }
  return false;
}

function callbackParams(message: SmsMessage): Record<string, string> {
  return {
    AccountSid: message.accountSid,
    ApiVersion: '2010-04-01',
    From: message.from,
    MessageSid: message.sid,
    MessageStatus: message.status,
    SmsSid: message.sid,
    SmsStatus: message.status,
    To: message.to,
    ...(message.errorCode && {
      ErrorCode: String(message.errorCode),
      ErrorMessage: message.errorMessage ?? '',
    }),
  };
}

async function post(
  url: string,
  params: Record<string, string>,
  signature: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const headers = { 'x-twilio-signature': signature, 'user-agent': 'TwilioProxy/1.1' };
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(params), headers, signal });
    await response.arrayBuffer();
    return response.status < 500;
  } catch (error) {
    if (signal.aborted) throw error;
    return false; // Nothing is listening yet: a later attempt may succeed.
  }
}
