import { useEffect, useState, type RefObject } from 'react';

/** Full screen for one element. `toggle` is undefined where the browser does not support it. */
export function useFullScreen(target: RefObject<HTMLElement | null>) {
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    const changed = () =>
      setFullScreen(document.fullscreenElement === target.current && target.current !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [target]);
  const toggle = () => {
    const change = isFullScreen ? document.exitFullscreen() : target.current?.requestFullscreen();
    // If the browser refuses, the page stays as it is.
    change?.catch(() => undefined);
  };
  return { isFullScreen, toggle: document.fullscreenEnabled ? toggle : undefined };
}
