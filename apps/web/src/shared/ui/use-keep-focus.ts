import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Props for a part of the calling component, which takes the focus when a render removes the focused control in it, such
 * as the pressed button of a row that leaves its list. Keyboard users then stay where they were.
 */
export function useKeepFocus() {
  const part = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    const isRemoved = focused.current?.isConnected === false;
    if (isRemoved && document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  });
  return {
    ref: part,
    tabIndex: -1,
    style: { outline: 'none' },
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null;
    },
  };
}
