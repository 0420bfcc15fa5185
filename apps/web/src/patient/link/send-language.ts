import { usableStorage } from '../storage.js';
import { linkMark } from './link-mark.js';
import { postLink } from './post-link.js';

const place = 'caredrop.language.unsent';

const noteOf = (token: string, language: string) => `${language} ${linkMark(token)}`;

/** Whether the patient chose this language for this link on this device and the clinic may not have received it. */
export const isLanguageUnsent = (token: string, language: string): boolean =>
  usableStorage('localStorage').getItem(place) === noteOf(token, language);

/**
 * Sends the clinic the language that the patient has chosen, and sends it again whenever the device comes online, until
 * it is received. Returns a function that stops this; a language not received by then is sent when the link is opened
 * again.
 */
export function sendLanguage(token: string, language: string): () => void {
  const storage = usableStorage('localStorage');
  let ended = false;
  const end = () => {
    ended = true;
    window.removeEventListener('online', send);
  };
  const send = () =>
    void postLink('language', { token, language }).then((received) => {
      if (!received || ended) return;
      storage.removeItem(place);
      end();
    });
  storage.setItem(place, noteOf(token, language));
  window.addEventListener('online', send);
  send();
  return end;
}
