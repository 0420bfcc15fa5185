import { useEffect } from 'react';
import { listen } from '../listen.js';

/** Without this, a file dropped outside the zone would replace the page. */
export function usePreventDropElsewhere() {
  useEffect(() => {
    return listen(['dragover', 'drop'], (event) => event.preventDefault());
  }, []);
}
