import { useEffect, useRef } from 'react';

const setting = 'caredrop.page-keys';

/** The choice if it could not be stored: it then lasts as long as the page. */
let unstored: boolean | null = null;

/**
 * Whether single keys such as J and / act as shortcuts. People who dictate to their computer turn them off, because a
 * word would press several of them (WCAG 2.1.4).
 */
export const pageKeys = {
  areOn(): boolean {
    if (unstored !== null) return unstored;
    try {
      return localStorage.getItem(setting) !== 'off';
    } catch {
      return true;
    }
  },
  /** False when the choice could not be stored. */
  set(on: boolean): boolean {
    try {
      localStorage.setItem(setting, on ? 'on' : 'off');
      unstored = null;
      return true;
    } catch {
      unstored = on;
      return false;
    }
  },
};

/**
 * Calls `pressed` for each key, unless single keys are off or a dialog is open. Ignores keys that are typed into a
 * field, pressed with Ctrl, Alt or Cmd, or handled already.
 */
export function usePageKeys(pressed: (event: KeyboardEvent) => void): void {
  const latest = useRef(pressed);
  useEffect(() => {
    latest.current = pressed;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !isMeantForOthers(event) && pageKeys.areOn()) latest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Whether a key is typed into a field, pressed with Ctrl, Alt or Cmd, or pressed while a dialog is open. */
function isMeantForOthers({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const typing =
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
  return ctrlKey || metaKey || altKey || !!typing || document.querySelector('[role="dialog"]') !== null;
}
