import { Fragment } from 'react';

/** A file's name that may break where people see its parts (`IMG_`, `2026-`), before it breaks inside a word. */
export function FileName({ name }: { name: string }) {
  // No lookbehind: Safari 15 opens the patient's page too.
  const parts = name.match(/[^_.-]*[_.-]+|[^_.-]+/g) ?? [];
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
