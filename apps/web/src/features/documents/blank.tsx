import { IconFile, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './blank.module.css';

interface Props {
  icon?: Icon;
  /** `status` when it replaces a document that was expected. */
  role?: 'status';
  children: ReactNode;
}

/** Takes the place of a document and explains why it is not shown. */
export const Blank = ({ icon: Glyph = IconFile, role, children }: Props) => (
  <div className={classes.blank} role={role}>
    <Glyph size={36} stroke={1.5} aria-hidden="true" />
    {children}
  </div>
);
