import { useEffect, useRef } from 'react';

const focusable = 'button:not(:disabled), video[controls], summary, a[href], input, textarea';

/**
 * The behaviour of a modal dialog: focus moves in and is trapped, Escape closes it, focus returns to where it
 * was, and the page behind does not scroll. Does not use <dialog>, which Safari does not support before 15.4.
 */
export function useDialog(onClose: () => void) {
  const dialog = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const opener = document.activeElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current();
      else if (event.key === 'Tab' && dialog.current) keepInside(event, dialog.current);
    };
    document.addEventListener('keydown', onKey);
    document.body.classList.add('behind-dialog');
    dialog.current?.focus();
    return () => {
      document.removeEventListener('keydown', onKey);
      document.body.classList.remove('behind-dialog');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}

/** Wraps from the last element to the first and back; elsewhere the browser's tab order applies. */
function keepInside(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = Array.from(dialog.querySelectorAll<HTMLElement>(focusable));
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const at = document.activeElement;
  const leaves = event.shiftKey ? at === first || at === dialog : at === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
