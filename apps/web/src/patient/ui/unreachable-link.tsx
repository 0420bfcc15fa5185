import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Rejection } from '../link/link-verdict.js';
import { useCopy } from '../copy-context.js';
import { listen } from '../listen.js';
import { ContactLine } from './contact-line.js';
import { Reason } from './reason.js';
import { useFocusOnShow } from './use-focus.js';

/** The link could not be checked, so the page does not call it invalid. It is checked again automatically. */
export function UnreachableLink({
  rejection,
  onCheckAgain,
}: {
  rejection: Rejection;
  onCheckAgain: () => void;
}) {
  const { unreachable } = useCopy();
  const heading = useFocusOnShow<HTMLHeadingElement>();
  const online = useOnline();
  return (
    <>
      <IconCloudOff className="page-icon muted" size={40} stroke={1.75} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        {unreachable.heading()}
      </h1>
      <p className="lead" role="status">
        {online ? <Reason of={rejection.reason} /> : unreachable.offline()}
      </p>
      <button type="button" className="button" onClick={onCheckAgain}>
        {unreachable.checkAgain()}
      </button>
      <ContactLine />
    </>
  );
}

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    return listen(['online', 'offline'], () => setOnline(navigator.onLine));
  }, []);
  return online;
}
