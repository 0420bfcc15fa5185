import { randomBytes } from 'node:crypto';

export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'failed';

/** A message that the emulator accepted. */
export interface SmsMessage {
  sid: string;
  accountSid: string;
  to: string;
  from: string;
  body: string;
  status: SmsStatus;
  /** Twilio's error code if it failed. */
  errorCode: number | null;
  errorMessage: string | null;
  statusCallback: string | null;
  /** ISO 8601 times. */
  createdAt: string;
  updatedAt: string;
}

/** Determines the outcome from the number's last digits. */
export function destiny(to: string): 'refused' | 'failed' | 'delivered' {
  if (to.endsWith('9999')) return 'refused';
  return to.endsWith('0000') ? 'failed' : 'delivered';
}

export function newMessage(accountSid: string, form: URLSearchParams): SmsMessage {
  const now = new Date().toISOString();
  return {
    sid: `SM${randomBytes(16).toString('hex')}`,
    accountSid,
    to: form.get('To') ?? '',
    from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
    body: form.get('Body') ?? '',
    status: 'queued',
    errorCode: null,
    errorMessage: null,
    statusCallback: form.get('StatusCallback'),
    createdAt: now,
    updatedAt: now,
  };
}

/** The message as Twilio's API shows it. */
export function twilioResource(message: SmsMessage): object {
  const uri = `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}.json`;
  return {
    account_sid: message.accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: new Date(message.createdAt).toUTCString(),
    date_sent: message.status === 'queued' ? null : new Date(message.updatedAt).toUTCString(),
    date_updated: new Date(message.updatedAt).toUTCString(),
    direction: 'outbound-api',
    error_code: message.errorCode,
    error_message: message.errorMessage,
    from: message.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(Math.ceil(message.body.length / 153) || 1),
    price: null,
    price_unit: 'USD',
    sid: message.sid,
    status: message.status,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
    to: message.to,
    uri,
  };
}

/** An error body in Twilio's format. */
export function twilioError(status: number, code: number, message: string): object {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${String(code)}`, status };
}
