import { setTimeout as delay } from 'node:timers/promises';
import { sendCallback } from './send-callback.js';
import { destiny, type SmsMessage, type SmsStatus } from './sms-message.js';

/** Twilio's code for 'Unreachable destination handset'. */
const UNREACHABLE = { errorCode: 30003, errorMessage: 'Unreachable destination handset' };

export interface Delivery {
  authToken: string;
  /** Delay between two states, in ms. */
  stepMs: number;
  signal: AbortSignal;
  changed: () => Promise<void>;
}

/** Takes an accepted message through its states, and reports each to its callback before the next begins. */
export async function deliver(message: SmsMessage, delivery: Delivery): Promise<void> {
  const end: SmsStatus = destiny(message.to) === 'failed' ? 'failed' : 'delivered';
  for (const status of ['queued', 'sent', end] as const) {
    if (status !== 'queued') await delay(delivery.stepMs, undefined, { signal: delivery.signal });
    Object.assign(
      message,
      { status, updatedAt: new Date().toISOString() },
      status === 'failed' && UNREACHABLE,
    );
    await delivery.changed();
    await sendCallback(message, delivery.authToken, delivery.signal);
  }
}
