import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { usePageKeys } from '../../shared/lib/page-keys.js';
import { copy } from './copy.js';
import classes from './document-trail.module.css';

/** Passed along with a list's links: the ids of the listed documents that can be opened, in the list's order. */
export interface TrailState {
  trail: string[];
}

/**
 * Leads to the previous and the next document of the list that this one was opened from, with buttons or the keys K and
 * J. Shows nothing for a document that was not opened from a list. Keep it mounted when the document changes, so that
 * screen readers announce the position.
 */
export function DocumentTrail({ id }: { id: string }) {
  const state = useLocation().state as Partial<TrailState> | null;
  const navigate = useNavigate();
  const ids = state?.trail ?? [];
  const at = ids.indexOf(id);
  const steps: Record<string, string | undefined> = at < 0 ? {} : { k: ids[at - 1], j: ids[at + 1] };
  const open = (other: string | undefined) => {
    // Replaces this page in the history, so that Back returns to the list.
    if (other !== undefined) void navigate(paths.document.href(other), { replace: true, state });
  };
  usePageKeys(({ key }) => open(steps[key.toLowerCase()]));
  if (at < 0 || ids.length < 2) return null;
  const step = (key: 'k' | 'j', label: string, title: string, arrow: ButtonProps) => (
    <Button
      variant="default"
      size="compact-md"
      title={title}
      aria-keyshortcuts={key.toUpperCase()}
      disabled={steps[key] === undefined}
      onClick={() => open(steps[key])}
      {...arrow}
    >
      {label}
    </Button>
  );
  return (
    <nav className={classes.trail} aria-label={copy.trail.label}>
      <span className={classes.position} role="status">
        {copy.trail.position(at + 1, ids.length)}
      </span>
      {step('k', copy.trail.previous, copy.trail.previousKey, {
        leftSection: <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />,
      })}
      {step('j', copy.trail.next, copy.trail.nextKey, {
        rightSection: <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />,
      })}
    </nav>
  );
}
