import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { useKeepFocus } from './use-keep-focus.js';

/** A list of labels and values. A value can have a button, which may remove it. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  const keepFocus = useKeepFocus();
  return (
    <div {...keepFocus}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
