import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ResetPassword } from '../../features/sign-in/reset-password-form.js';

/**
 * /reset-password: takes the token out of the URL (and so out of the browser's history list and screenshots) but keeps
 * it in the history entry's state, so that a reload still has it.
 */
export function Component() {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const inAddress = query.get('token');
  const kept = (location.state as { resetToken?: string } | null)?.resetToken ?? null;
  useEffect(() => {
    if (inAddress) void navigate(location.pathname, { replace: true, state: { resetToken: inAddress } });
  }, [inAddress, navigate, location.pathname]);
  return <ResetPassword token={inAddress ?? kept} />;
}
