import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SiteFooter } from '../../shared/ui/site-footer.js';
import { scrollKey, SkipLink, useFocusOnArrival } from './arrival.js';
import { Header } from './header.js';
import classes from './layout.module.css';

/** Header and content: the layout of public pages. */
export function Component() {
  const main = useFocusOnArrival();
  return (
    <div className={classes.shell}>
      <SkipLink />
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
