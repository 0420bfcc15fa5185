import { useEffect, useRef, useState } from 'react';

/**
 * When the dialog goes, the focus returns to what opened it, or to the content when that is gone (a deleted
 * row). Ours, because our dialogs are in the page only while open, and Mantine's looks at `opened` alone.
 */
export function useGiveFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      requestAnimationFrame(() => {
        if (!mounted.current) focusOn(opener);
      });
    };
  }, [opener]);
}

function focusOn(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
