import { linkValueInQuery } from '@caredrop/contracts/link-value';
import { listen } from '../listen.js';
import { fields, text } from '../response-fields.js';
import type { KeyStorage } from '../storage.js';

const key = 'linkToken';
const place = 'caredrop.link';

/**
 * Reads the link's token from the query, otherwise from the history entry or the tab's storage. Keeps it in the history
 * entry, so that the address bar does not show it but a reload and Back still find it. Null when there is none.
 */
export function takeLinkToken(location: Location, history: History, tab: KeyStorage): string | null {
  const kept = tab.getItem(place);
  tab.removeItem(place);
  const token = linkValueInQuery(location.search) || text(fields(history.state)[key]) || kept;
  if (!token) return null;
  history.replaceState({ [key]: token }, '', location.pathname);
  return token;
}

/**
 * Keeps the token for the next page of this tab until the returned function is called. A reload without a connection loses
 * the state of the history entry, and the page that loads afterwards cannot detect the reload.
 */
export const keepLinkOnLeave = (token: string, tab: KeyStorage): (() => void) =>
  listen(['pagehide'], () => tab.setItem(place, token));
