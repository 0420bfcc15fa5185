import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { SiteFooter } from '../../shared/ui/site-footer.js';
import { Header } from './header.js';
import classes from './layout.module.css';
import { SideNavigation } from './side-navigation.js';
import { copy } from '../copy.js';

/** Moves the focus to the content when another page opens, so that a screen reader starts there. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return main;
}

/** Header, sidebar and content: the layout for signed-in users. */
export function WorkspaceLayout() {
  const main = useFocusOnArrival();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <Header />
      <div className={classes.columns}>
        <aside className={classes.side}>
          <SideNavigation />
        </aside>
        <div className={classes.content}>
          <main id="main" ref={main} tabIndex={-1}>
            <Outlet />
          </main>
          <SiteFooter />
        </div>
      </div>
      <ScrollRestoration />
    </div>
  );
}

/** Header and content: the layout of public pages. */
export function PublicLayout() {
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
      <ScrollRestoration />
    </div>
  );
}

const SkipLink = () => (
  <a href="#main" className={classes.skip}>
    {copy.skip}
  </a>
);
