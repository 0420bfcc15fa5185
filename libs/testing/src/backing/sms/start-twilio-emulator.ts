import { freePort } from '../../process/free-port.js';
import { KeptList } from '../web/kept-list.js';
import { closeServer, startSmallServer } from '../web/small-server.js';
import { deliver } from './deliver.js';
import type { SmsMessage } from './sms-message.js';
import { smsPage } from './sms-page.js';
import { twilioApi } from './twilio-api.js';

export interface TwilioEmulatorOptions {
  accountSid?: string;
  authToken?: string;
  /** File that keeps the messages across restarts. If omitted, they are kept in memory only. */
  file?: string;
  port?: number;
  /** Delay between accepted, sent and delivered, ms; 300 by default. */
  stepMs?: number;
}

export interface TwilioEmulator {
  /** URL of the page, of `GET /messages` and of Twilio's API. */
  url: string;
  port: number;
  accountSid: string;
  authToken: string;
  /** The messages, newest last. */
  messages: readonly SmsMessage[];
  stop(): Promise<void>;
}

/**
 * Implements enough of Twilio's HTTP API for the real client, and posts signed status callbacks. Numbers
 * ending in 0000 are accepted and then fail, those ending in 9999 are rejected at once. No request leaves the
 * machine.
 */
export async function startTwilioEmulator(options: TwilioEmulatorOptions = {}): Promise<TwilioEmulator> {
  const { accountSid = `AC${'0'.repeat(32)}`, authToken = 'emulator-auth-token', stepMs = 300 } = options;
  const messages = await KeptList.open<SmsMessage>(options.file);
  const stopping = new AbortController();
  const delivery = { authToken, stepMs, signal: stopping.signal, changed: () => messages.save() };
  const accept = (message: SmsMessage): void => {
    messages.items.push(message);
    deliver(message, delivery).catch((error: unknown) => {
      if (!stopping.signal.aborted) process.stderr.write(`Twilio emulator: ${String(error)}\n`);
    });
  };
  const port = options.port ?? (await freePort());
  const routes = [
    ...twilioApi({ accountSid, authToken, messages: messages.items, accept }),
    ...smsPage(messages),
  ];
  const server = await startSmallServer(port, routes);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await closeServer(server);
  };
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    accountSid,
    authToken,
    messages: messages.items,
    stop,
  };
}
