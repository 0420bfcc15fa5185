import { useLayoutEffect, useRef } from 'react';

/** Focuses its element when it appears: a screen reader reads what has just changed, keys go on from there. */
export function useFocusOnShow<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return element;
}

/** Focuses its element each time `attention` grows; 0 is the page at rest. */
export function useFocusOnAttention<Element extends HTMLElement>(attention: number) {
  const element = useRef<Element>(null);
  useLayoutEffect(() => {
    if (attention > 0) element.current?.focus();
  }, [attention]);
  return element;
}
