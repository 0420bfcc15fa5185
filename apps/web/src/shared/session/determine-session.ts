import type { User } from '@caredrop/contracts';
import type { ApiError } from '../api/api-error.js';
import { ask } from '../api/ask.js';
import { session } from './session.js';
import { storedToken } from './stored-token.js';

const pausesMs = [300, 900];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Worth retrying: no response, or a server error. */
const mayPass = ({ status }: ApiError) => status === 0 || status >= 500;

export const askWhoIsSignedIn = () => ask<{ user: User | null }>({ url: '/auth/me' });

/**
 * Looks up the user of the stored token. Network errors and 5xx are retried twice; after that, and on any
 * other failure, the token is removed and the visitor counts as signed out, without a message.
 */
export async function determineSession(): Promise<void> {
  const token = storedToken.read();
  if (token === null) return session.ended();
  for (const wait of [0, ...pausesMs]) {
    if (wait > 0) await pause(wait);
    const response = await askWhoIsSignedIn();
    if (storedToken.read() !== token || session.get().status !== 'determining') return;
    if (response.data?.user) return session.found(response.data.user);
    if (!response.error || !mayPass(response.error)) break;
  }
  storedToken.remove();
  session.ended();
}
