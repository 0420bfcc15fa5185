import { useEffect } from 'react';
import { listen } from './listen.js';
import { postLink } from './link/post-link.js';

/**
 * Reports to the clinic, at the first touch, click or key press, that a person has opened the link. Loading the page
 * proves nothing, because link scanners load it too. A failed report is not repeated: the next visit sends one.
 */
export function useOpened(token: string | null, usable: boolean): void {
  useEffect(() => {
    if (!usable) return;
    const end = listen(['pointerdown', 'keydown'], () => {
      end();
      void postLink('opened', { token });
    });
    return end;
  }, [token, usable]);
}
