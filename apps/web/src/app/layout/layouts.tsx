import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router-dom';
import { optionalPart } from '../../shared/ui/optional-part.js';
import { SiteFooter } from '../../shared/ui/site-footer.js';
import { TabCount } from '../../shared/ui/tab-count.js';
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

/**
 * What a scroll position is stored under. The key alone would not do: the first page of every document load has
 * the same one, and would open where another page had been left.
 */
const scrollKey = ({ key, pathname }: Location) => `${key} ${pathname}`;

const AttentionCount = optionalPart(
  async () => (await import('../../features/attention/attention-count.js')).AttentionCount,
);

/** Header, sidebar and content: the layout for signed-in users. */
export function WorkspaceLayout() {
  const main = useFocusOnArrival();
  const [count, setCount] = useState('');
  return (
    <TabCount value={count}>
      <Suspense fallback={null}>
        <AttentionCount onCount={setCount} />
      </Suspense>
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
        <ScrollRestoration getKey={scrollKey} />
      </div>
    </TabCount>
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
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}

const SkipLink = () => (
  <a href="#main" className={classes.skip}>
    {copy.skip}
  </a>
);
