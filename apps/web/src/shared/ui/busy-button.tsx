import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface BusyButtonProps {
  busy: boolean;
  label: string;
  loadingLabel: string;
  color?: 'red';
  type?: 'button' | 'submit';
  disabled?: boolean;
  onClick?: () => void;
  size?: 'sm' | 'md' | 'compact-md';
  variant?: 'light';
  icon?: ReactNode;
  /** Takes the focus when its dialog opens. */
  focus?: boolean;
}

/** A button whose label shows what it is doing (a spinner would replace the label). */
export function BusyButton({ busy, label, loadingLabel, disabled, icon, focus, ...button }: BusyButtonProps) {
  return (
    <Button {...button} data-autofocus={focus || undefined} leftSection={icon} disabled={busy || disabled}>
      {busy ? loadingLabel : label}
    </Button>
  );
}
