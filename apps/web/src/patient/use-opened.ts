import { useEffect } from 'react';
import { postLink } from './link/post-link.js';

const gestures = ['pointerdown', 'keydown'];

/**
 * Reports to the clinic, at the first touch or key, that a person has opened the link. Loading the page proves nothing,
 * because link scanners load it too. Not repeated when it fails: the next visit reports it.
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
