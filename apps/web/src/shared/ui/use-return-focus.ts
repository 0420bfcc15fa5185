import { useEffect, useRef, useState } from 'react';

/**
 * When the dialog closes, returns the focus to the element that opened it, or to the content when that is gone (a deleted
 * row). The focus stays in a dialog that is still open above. Mantine's hook depends on `opened`, but our dialogs are
 * rendered only while open.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      requestAnimationFrame(() => {
        if (!mounted.current && !document.activeElement?.closest('[role="dialog"]')) focusOn(opener);
      });
    };
  }, [opener]);
}

function focusOn(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
