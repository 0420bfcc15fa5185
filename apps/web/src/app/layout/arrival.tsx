import { useEffect, useRef } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import classes from './layout.module.css';
import { copy } from '../copy.js';

/** Moves the focus to the content when another page opens, so that a screen reader starts there. */
export function useFocusOnArrival() {
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
 * The key under which a scroll position is stored. The history key alone is not enough: it is the same for the first
 * page of every document load, which would then open at the position of another page.
 */
export const scrollKey = ({ key, pathname }: Location) => `${key} ${pathname}`;

/** The first link of a page, which skips the navigation. */
export const SkipLink = () => (
  <a href="#main" className={classes.skip}>
    {copy.skip}
  </a>
);
