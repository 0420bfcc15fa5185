import type { Role } from '@caredrop/contracts';
import { Center, Loader } from '@mantine/core';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useEffect, useRef } from 'react';
import { paths } from '../shared/config/paths.js';
import { useSession } from '../shared/session/use-session.js';
import { copy } from './copy.js';
import { originOf, type LoginState } from './remembered-origin.js';

export function Waiting() {
  return (
    <Center mih="60vh">
      <Loader role="status" aria-label={copy.loading} />
    </Center>
  );
}

/** Allows signed-in users and, where roles are listed, only users with one of them. */
export function RequireSession({ roles }: { roles?: Role[] }) {
  const session = useSession();
  const location = useLocation();
  const wasIn = useRef(false);
  if (session.status === 'determining') return <Waiting />;
  if (session.status === 'signedOut') {
    const state: LoginState =
      session.left && wasIn.current ? {} : { from: originOf(location), ended: wasIn.current };
    return <Navigate to={paths.login.path} replace state={state} />;
  }
  if (roles && !roles.includes(session.user.role)) return <Navigate to={paths.unauthorized.path} replace />;
  return <Entered wasIn={wasIn} />;
}

function Entered({ wasIn }: { wasIn: { current: boolean } }) {
  useEffect(() => {
    wasIn.current = true;
  }, [wasIn]);
  return <Outlet />;
}
