import { useEffect } from 'react';
import { postLink } from './link/post-link.js';

const gestures = ['pointerdown', 'keydown'];

/**
 * Reports to the clinic, at the first touch, click or key press, that a person has opened the link. Loading the page
 * proves nothing, because link scanners load it too. A failed report is not repeated: the next visit sends one.
 */
export function useOpened(token: string | null, usable: boolean): void {
  useEffect(() => {
    if (!usable) return;
    const end = () => gestures.forEach((gesture) => window.removeEventListener(gesture, report));
    const report = () => {
      end();
      void postLink('opened', { token });
    };
    gestures.forEach((gesture) => window.addEventListener(gesture, report));
    return end;
  }, [token, usable]);
}
