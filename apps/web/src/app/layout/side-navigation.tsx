import { useContext } from 'react';
import { NavLink } from 'react-router-dom';
import { useUser } from '../../shared/session/use-session.js';
import { TabCount } from '../../shared/ui/tab-count.js';
import classes from './layout.module.css';
import { adminItems, sideItems, type NavItem } from './navigation.js';
import { copy } from '../copy.js';

/** The navigation of the workspace, with the admin section for admins. */
export function SideNavigation({ onGo }: { onGo?: () => void }) {
  const user = useUser();
  if (!user) return null;
  return (
    <nav aria-label={copy.navigation.workspace} className={classes.sideList}>
      {sideItems(user).map((item) => (
        <SideLink key={item.to} item={item} onGo={onGo} />
      ))}
      {user.role === 'admin' && (
        <>
          <p className={classes.sideHeading}>{copy.navigation.admin}</p>
          {adminItems.map((item) => (
            <SideLink key={item.to} item={item} onGo={onGo} />
          ))}
        </>
      )}
    </nav>
  );
}

function SideLink({ item, onGo }: { item: NavItem; onGo?: () => void }) {
  const Glyph = item.icon;
  return (
    <NavLink to={item.to} className={classes.sideLink} onClick={onGo} {...useCounted(item)}>
      {Glyph && <Glyph size={20} stroke={1.75} aria-hidden="true" />}
      {item.label}
    </NavLink>
  );
}

/** Link attributes for the number of items that need attention; the style sheet draws it from `data-count`. */
export function useCounted({ label, counted }: NavItem) {
  const count = useContext(TabCount);
  if (!counted || count === '') return {};
  return { 'data-count': count, 'aria-label': copy.navigation.attentionCount(label, count) };
}
