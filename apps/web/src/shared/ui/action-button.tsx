import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent } from 'react';

interface ActionButtonProps extends ButtonProps {
  /** The action is running: clicks are ignored, and so is Enter in a form whose submit button this is. */
  busy: boolean;
  type?: 'button' | 'submit';
  'aria-label'?: string;
  onClick?: (() => void) | undefined;
}

/**
 * A button that keeps the focus while its action runs. With `disabled`, the browser would move the focus to the page,
 * and so out of a dialog.
 */
export function ActionButton({ busy, onClick, ...button }: ActionButtonProps) {
  const clicked = (event: MouseEvent) => (busy ? event.preventDefault() : onClick?.());
  return (
    <Button
      {...button}
      onClick={clicked}
      aria-disabled={busy || undefined}
      data-disabled={busy || undefined}
    />
  );
}
