import { useEffect, useState, type RefObject } from 'react';

/** Width of an element in CSS pixels; null before it is known. */
export function useWidth(target: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return width;
}
