import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { copy } from './copy.js';
import classes from './document-trail.module.css';

/** What a list passes on with its links: the ids of its documents as it was filtered, in its order. */
export interface TrailState {
  trail: string[];
}

/**
 * The way to the documents before and after this one in the list it was opened from, also by the keys J and K. Nothing
 * for a document that was opened otherwise. It must outlive a change of document, so that the position is read out.
 */
export function DocumentTrail({ id }: { id: string }) {
  const state = useLocation().state as Partial<TrailState> | null;
  const navigate = useNavigate();
  const ids = state?.trail ?? [];
  const at = ids.indexOf(id);
  const before = at < 0 ? undefined : ids[at - 1];
  const after = at < 0 ? undefined : ids[at + 1];
  useEffect(() => {
    const open = (other: string | undefined) => {
      // In place of this one: Back leads to the list.
      if (other !== undefined) void navigate(paths.document.href(other), { replace: true, state });
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isMeantForOthers(event)) return;
      if (event.key === 'j' || event.key === 'J') open(after);
      if (event.key === 'k' || event.key === 'K') open(before);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [after, before, navigate, state]);
  if (at < 0 || ids.length < 2) return null;
  const go = (other: string | undefined) => () =>
    other !== undefined && void navigate(paths.document.href(other), { replace: true, state });
  return (
    <nav className={classes.trail} aria-label={copy.trail.label}>
      <span className={classes.position} role="status">
        {copy.trail.position(at + 1, ids.length)}
      </span>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />}
        title={copy.trail.previousKey}
        aria-keyshortcuts="K"
        disabled={before === undefined}
        onClick={go(before)}
      >
        {copy.trail.previous}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        rightSection={<IconChevronRight size={18} stroke={1.75} aria-hidden="true" />}
        title={copy.trail.nextKey}
        aria-keyshortcuts="J"
        disabled={after === undefined}
        onClick={go(after)}
      >
        {copy.trail.next}
      </Button>
    </nav>
  );
}

/** Typed into a field, part of a shortcut of the browser, or pressed while a dialog is open. */
function isMeantForOthers({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const typing =
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
  return ctrlKey || metaKey || altKey || !!typing || document.querySelector('[role="dialog"]') !== null;
}
