import { Burger, Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { useSiteConfig } from '../../shared/config/site-config.js';
import { useSession, useUser } from '../../shared/session/use-session.js';
import { Mark } from '../../shared/ui/mark.js';
import classes from './layout.module.css';
import { attentionItem, mainItems } from './navigation.js';
import { SideNavigation, useCounted } from './side-navigation.js';
import { UserMenu } from './user-menu.js';
import { copy } from '../copy.js';
import { QuickSearch } from '../search/quick-search.js';

/** The page header: logo, main navigation, user menu. */
export function Header() {
  const { status } = useSession();
  const user = useUser();
  return (
    <header className={classes.header}>
      <div className={classes.headerInside}>
        <Link to={paths.landing.path} className={classes.brand} aria-label={copy.brand}>
          <Mark size={26} />
          <span className={classes.brandName}>{copy.brand}</span>
        </Link>
        {user && (
          <nav aria-label={copy.header.main} className={classes.main}>
            {mainItems(user).map((item) => (
              <NavLink key={item.to} to={item.to} className={classes.mainLink}>
                {item.label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className={classes.headerEnd}>
          {user && <AttentionLink />}
          {user && <QuickSearch />}
          {user && <UserMenu user={user} />}
          {user && <MobileMenu />}
          {status === 'signedOut' && <SignedOutLinks />}
        </div>
      </div>
    </header>
  );
}

/** Shown where the sidebar is hidden. */
function AttentionLink() {
  const Glyph = attentionItem.icon;
  return (
    <NavLink
      to={attentionItem.to}
      className={`${classes.mainLink} ${classes.attention}`}
      aria-label={attentionItem.label}
      {...useCounted(attentionItem)}
    >
      {Glyph && <Glyph size={22} stroke={1.75} aria-hidden="true" />}
    </NavLink>
  );
}

function SignedOutLinks() {
  const { signupUrl } = useSiteConfig();
  return (
    <>
      <Button component={Link} to={paths.login.path} variant="default" size="sm">
        {copy.header.logIn}
      </Button>
      <Button component="a" href={signupUrl} size="sm">
        {copy.header.signUp}
      </Button>
    </>
  );
}

/** Both navigations in a drawer, where the page is too narrow to show both. */
function MobileMenu() {
  const [opened, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const user = useUser();
  useEffect(close, [pathname, close]);
  if (!user) return null;
  return (
    <div className={classes.mobile}>
      <Burger
        opened={opened}
        onClick={open}
        size="sm"
        aria-label={copy.header.openMenu}
        aria-expanded={opened}
      />
      <Drawer
        opened={opened}
        onClose={close}
        title={copy.header.menu}
        size={300}
        closeButtonProps={{ 'aria-label': copy.header.closeMenu }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <nav aria-label={copy.header.main} className={classes.drawerMain}>
          {mainItems(user).map((item) => (
            <NavLink key={item.to} to={item.to} className={classes.sideLink} onClick={close}>
              {item.label}
            </NavLink>
          ))}
        </nav>
        <SideNavigation onGo={close} />
      </Drawer>
    </div>
  );
}
