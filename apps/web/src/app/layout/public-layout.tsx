import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useUser } from '../../shared/session/use-session.js';
import { optionalPart } from '../../shared/ui/optional-part.js';
import { SiteFooter } from '../../shared/ui/site-footer.js';
import { scrollKey, SkipLink, useFocusOnArrival } from './arrival.js';
import { Header } from './header.js';
import classes from './layout.module.css';

/** For users who open a public page while they are signed in. */
const SignedIn = optionalPart(async () => (await import('../signed-in.js')).SignedIn);

/** Header and content: the layout of public pages. */
export function Component() {
  const user = useUser();
  const main = useFocusOnArrival();
  return (
    <div className={classes.shell}>
      <SkipLink />
      {user && (
        <Suspense fallback={null}>
          <SignedIn />
        </Suspense>
      )}
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <div className={classes.publicFoot}>
        <SiteFooter />
      </div>
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}
