import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Props for a part of the calling component, which takes the focus when a render removes the focused control in it: the
 * pressed button of a row that leaves its list. So keyboard users stay where they were.
 */
export function useKeepFocus() {
  const part = useRef<HTMLDivElement>(null);
  const within = useRef(false);
  useEffect(() => {
    if (within.current && document.activeElement === document.body)
      part.current?.focus({ preventScroll: true });
  });
  return {
    ref: part,
    tabIndex: -1,
    style: { outline: 'none' },
    onFocus: () => void (within.current = true),
    onBlur: ({ relatedTarget }: FocusEvent) => void (within.current = relatedTarget === null),
  };
}
