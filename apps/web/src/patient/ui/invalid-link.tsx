import { IconLinkOff } from '@tabler/icons-react';
import type { Refusal } from '../link/link-verdict.js';
import { copy } from '../copy.js';
import { useFocusOnShow } from './use-focus.js';

/** 'Invalid Token' with the reason and what to do next. */
export function InvalidLink({ refusal: { message, help } }: { refusal: Refusal }) {
  const heading = useFocusOnShow<HTMLHeadingElement>();
  return (
    <>
      <IconLinkOff className="page-icon muted" size={40} stroke={1.75} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        {copy.invalidLink}
      </h1>
      <p className="lead">{message}</p>
      {help !== '' && <p className="muted">{help}</p>}
    </>
  );
}
