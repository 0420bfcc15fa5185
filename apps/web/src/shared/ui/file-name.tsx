import { Fragment } from 'react';

/** A file's name that wraps between its visible parts (`IMG_`, `2026-`) before it wraps inside a word. */
export function FileName({ name }: { name: string }) {
  // Without lookbehind, which Safari 15 lacks: the patient's page uses this component too.
  const parts = name.match(/[^_.-]*[_.-]+|[^_.-]+/g) ?? [];
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
