import { messages } from '@caredrop/contracts';
import { ask } from '../api/ask.js';
import { forgetDrafts } from '../lib/drafts.js';
import { toast } from '../ui/toast.js';
import { session } from './session.js';
import { storedToken } from './stored-token.js';

/** Ends the session on the server and here; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const bearer = storedToken.read();
  storedToken.remove();
  forgetDrafts();
  session.signedOut();
  toast.success(messages.auth.loggedOut);
  if (bearer !== null) await ask({ url: '/auth/logout', method: 'POST', bearer, keepalive: true });
}
