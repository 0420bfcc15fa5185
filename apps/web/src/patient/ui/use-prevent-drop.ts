import { useEffect } from 'react';

const prevent = (event: DragEvent) => event.preventDefault();

/** A file dropped beside the zone would otherwise replace the page by the file. */
export function usePreventDropElsewhere() {
  useEffect(() => {
    window.addEventListener('dragover', prevent);
    window.addEventListener('drop', prevent);
    return () => {
      window.removeEventListener('dragover', prevent);
      window.removeEventListener('drop', prevent);
    };
  }, []);
}
