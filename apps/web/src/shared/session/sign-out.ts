import { messages } from '@caredrop/contracts';
import { ask } from '../api/ask.js';
import { paths } from '../config/paths.js';
import { forgetDrafts } from '../lib/drafts.js';
import { toast } from '../ui/toast.js';
import { session } from './session.js';
import { storedToken } from './stored-token.js';

/** Pages that stay open when their reader signs out. All others redirect to the sign-in page, which has no header. */
const publicPages = new Set<string>([paths.landing.path, paths.unauthorized.path]);

/** Ends the session on the server and here; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const bearer = storedToken.read();
  storedToken.remove();
  forgetDrafts();
  session.signedOut();
  const stays = publicPages.has(window.location.pathname);
  toast.success(messages.auth.loggedOut, stays ? {} : { framed: false });
  if (bearer !== null) await ask({ url: '/auth/logout', method: 'POST', bearer, keepalive: true });
}
