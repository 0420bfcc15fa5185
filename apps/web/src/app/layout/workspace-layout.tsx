import { Suspense, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { optionalPart } from '../../shared/ui/optional-part.js';
import { SiteFooter } from '../../shared/ui/site-footer.js';
import { TabCount } from '../../shared/ui/tab-count.js';
import { scrollKey, SkipLink, useFocusOnArrival } from './arrival.js';
import { Header } from './header.js';
import classes from './layout.module.css';
import { SideNavigation } from './side-navigation.js';

const AttentionCount = optionalPart(
  async () => (await import('../../features/attention/attention-count.js')).AttentionCount,
);

const CoverNotice = optionalPart(async () => (await import('./cover-notice.js')).CoverNotice);

/** Header, sidebar and content: the layout for signed-in users. */
export function Component() {
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
              <Suspense fallback={null}>
                <CoverNotice />
              </Suspense>
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
