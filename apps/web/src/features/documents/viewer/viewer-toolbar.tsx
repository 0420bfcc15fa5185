import {
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconMinimize,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  type Icon,
} from '@tabler/icons-react';
import { copy } from './copy.js';
import classes from './viewer.module.css';
import { canZoom, type View, type ViewAction } from './view-state.js';

interface Props {
  view: View;
  pages: number;
  onAction: (action: ViewAction) => void;
  /** Undefined where the browser has no full screen for a part of a page (iPhone). */
  onFullScreen: (() => void) | undefined;
  isFullScreen: boolean;
}

export function ViewerToolbar({ view, pages, onAction, onFullScreen, isFullScreen }: Props) {
  const zoom = canZoom(view);
  const button = (action: ViewAction, name: string, icon: Icon, disabled = false) => (
    <Tool name={name} icon={icon} disabled={disabled} onClick={() => onAction(action)} />
  );
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={copy.viewer.toolbar}>
      {pages > 1 && (
        <div className={classes.group}>
          {button('previous', copy.viewer.previous, IconChevronLeft, view.page === 0)}
          <span className={classes.count} role="status">
            {copy.viewer.pageOf(view.page + 1, pages)}
          </span>
          {button('next', copy.viewer.next, IconChevronRight, view.page === pages - 1)}
        </div>
      )}
      <div className={classes.group}>
        {button('out', copy.viewer.zoomOut, IconZoomOut, !zoom.out)}
        <span className={classes.zoom} aria-live="polite">
          {copy.viewer.zoom(view.zoom)}
        </span>
        {button('in', copy.viewer.zoomIn, IconZoomIn, !zoom.in)}
        {button('fit', copy.viewer.fit, IconArrowAutofitWidth, view.zoom === 1)}
      </div>
      <div className={classes.group}>
        {button('turn', copy.viewer.turn, IconRotateClockwise)}
        {onFullScreen && (
          <Tool
            name={isFullScreen ? copy.viewer.leaveFullScreen : copy.viewer.fullScreen}
            icon={isFullScreen ? IconMinimize : IconMaximize}
            onClick={onFullScreen}
          />
        )}
      </div>
    </div>
  );
}

interface ToolProps {
  name: string;
  icon: Icon;
  disabled?: boolean;
  onClick: () => void;
}

/** `aria-disabled`, so that a button keeps the focus when it has reached its limit. */
function Tool({ name, icon: Glyph, disabled = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={name}
      title={name}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Glyph size={20} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
