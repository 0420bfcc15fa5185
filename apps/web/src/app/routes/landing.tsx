import { Landing } from '../../features/landing/landing.js';
import { paths } from '../../shared/config/paths.js';
import { useUser } from '../../shared/session/use-session.js';

/** / : the buttons that open the workspace lead signed-out users to the sign-in page. */
export function Component() {
  const user = useUser();
  return <Landing start={user ? paths.dashboard.path : paths.login.path} />;
}
