import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
};

interface NoticeProps {
  tone: keyof typeof icons;
  id?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Something the user must know or act on; stays on the page and is read out when it appears. */
export function Notice({ tone, id, children, action }: NoticeProps) {
  const Glyph = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone}>
      <Glyph size={20} stroke={1.75} aria-hidden="true" />
      <div id={id} role={tone === 'danger' ? 'alert' : 'status'} className={classes.text}>
        {children}
      </div>
      {action}
    </div>
  );
}
