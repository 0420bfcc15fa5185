import { useLayoutEffect, useRef } from 'react';

/**
 * Focuses its element when it appears, so that a screen reader reads what has changed and the keyboard
 * continues there.
 */
export function useFocusOnShow<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    element.current?.focus();
  }, []);
  return element;
}

/** Focuses its element each time `attention` changes; 0 is the initial state. */
export function useFocusOnAttention<Element extends HTMLElement>(attention: number) {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    if (attention > 0) element.current?.focus();
  }, [attention]);
  return element;
}
