import { UNREACHABLE } from '@caredrop/contracts';
import { inSpan } from '@caredrop/service-kit';
import twilio from 'twilio';
import type { TwilioAccount } from '../config.js';
import type { OutgoingText, ProviderMessage, SendOutcome, TextProvider } from './text-provider.js';
import { TwilioHttpClient } from './twilio-http-client.js';

export interface TwilioSettings extends TwilioAccount {
  apiUrl: string | undefined;
  timeoutMs: number;
}

/** Enough to search the messages that one number received in a few hours. */
const NEWEST = 50;
const messagingService = /^MG[0-9a-f]{32}$/;

export class TwilioProvider implements TextProvider {
  private readonly client;

  constructor(private readonly settings: TwilioSettings) {
    this.client = twilio(settings.accountSid, settings.authToken, {
      httpClient: new TwilioHttpClient(settings.timeoutMs, settings.apiUrl),
    });
  }

  send(message: OutgoingText): Promise<SendOutcome> {
    return inSpan('Twilio send', { kind: 'client' }, async (span) => {
      const outcome = await this.handOver(message);
      span.setAttribute('caredrop.outcome', outcome.kind);
      return outcome;
    });
  }

  private async handOver({ deliveryId, to, text }: OutgoingText): Promise<SendOutcome> {
    const { from, statusCallbackUrl } = this.settings;
    const sender = messagingService.test(from) ? { messagingServiceSid: from } : { from };
    try {
      // The delivery id is returned with every status, even for a send whose response never arrived.
      const statusCallback = `${statusCallbackUrl}?delivery=${deliveryId}`;
      const created = await this.client.messages.create({ to, body: text, statusCallback, ...sender });
      return { kind: 'accepted', message: toMessage(created) };
    } catch (error) {
      return failedSend(error);
    }
  }

  async find(sid: string): Promise<ProviderMessage | null> {
    try {
      return toMessage(await this.client.messages(sid).fetch());
    } catch (error) {
      if ((error as { status?: unknown }).status === 404) return null;
      throw notAnswered(error);
    }
  }

  async sentTo(to: string, since: Date) {
    try {
      // Not filtered by date sent: messages waiting in the provider's queue have none.
      const messages = await this.client.messages.list({ to, limit: NEWEST });
      return messages
        .map((message) => ({ ...toMessage(message), text: message.body, createdAt: message.dateCreated }))
        .filter(({ createdAt }) => createdAt >= since);
    } catch (error) {
      throw notAnswered(error);
    }
  }
}

interface TwilioMessage {
  sid: string;
  status: string;
  errorCode: number | null;
}

const toMessage = ({ sid, status, errorCode }: TwilioMessage): ProviderMessage => ({
  sid,
  status,
  errorCode: errorCode === null || errorCode === undefined ? null : String(errorCode),
});

/** The connection was never established, so the request cannot have arrived. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * Classifies a failed send. A 4xx is a rejection; after a 5xx, a timeout or a lost connection the outcome is unknown.
 */
export function failedSend(error: unknown): Exclude<SendOutcome, { kind: 'accepted' }> {
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (typeof status === 'number') {
    const known = typeof code === 'number' ? String(code) : String(status);
    return status >= 400 && status < 500
      ? { kind: 'refused', code: known }
      : { kind: 'in_doubt', code: known };
  }
  const reason = typeof code === 'string' ? code : 'no answer';
  return neverConnected.has(reason)
    ? { kind: 'refused', code: UNREACHABLE }
    : { kind: 'in_doubt', code: reason };
}

/** Twilio's errors quote numbers and texts; only the code is kept. */
function notAnswered(error: unknown): Error {
  return new Error(`failed to query the text message service: ${failedSend(error).code ?? 'unknown'}`);
}
