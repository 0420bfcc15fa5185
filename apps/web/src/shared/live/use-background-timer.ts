import { useEffect, useRef } from 'react';
import { background } from './background.js';

/**
 * Calls `refetch` every `everyMs` until the component is removed; null pauses it. Its reads are marked as background,
 * unlike those of RTK Query's polling, which would keep the session of an unattended page alive.
 */
export function useBackgroundTimer(refetch: () => unknown, everyMs: number | null): void {
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      background.begin();
      latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
