import { useLayoutEffect, useRef, useState } from 'react';

/** A control in the row of an item. */
export type ItemPart = 'label' | 'up' | 'down' | 'remove';

/** Moves the focus to a control of a row, after the render in which the row is added or moved. */
export function useFocusOf() {
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<{ key: string; parts: ItemPart[] } | null>(null);
  useLayoutEffect(() => {
    if (!wanted) return;
    const row = list.current?.querySelector(`[data-item="${wanted.key}"]`);
    const controls = wanted.parts.map((part) =>
      row?.querySelector<HTMLElement>(`[data-part="${part}"]:enabled`),
    );
    controls.find(Boolean)?.focus();
  }, [wanted]);
  return {
    list,
    /** Focuses the first of the parts that is enabled. */
    focus: (key: string, ...parts: ItemPart[]) => setWanted({ key, parts }),
  };
}
