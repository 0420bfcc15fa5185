import { useEffect } from 'react';

const prevent = (event: DragEvent) => event.preventDefault();

/** Without this, a file dropped outside the zone would replace the page. */
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
