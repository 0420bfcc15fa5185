import { Landing } from '../../features/landing/landing.js';
import { paths } from '../../shared/config/paths.js';
import { useUser } from '../../shared/session/use-session.js';

/** / : the first button leads to the workspace for signed-in users, otherwise to the sign-in page. */
export function Component() {
  const user = useUser();
  return <Landing start={user ? paths.dashboard.path : paths.login.path} />;
}
