import type { ReactNode } from 'react';
import { ActionButton } from './action-button.js';

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
export function BusyButton({ label, loadingLabel, icon, focus, ...button }: BusyButtonProps) {
  return (
    <ActionButton {...button} data-autofocus={focus || undefined} leftSection={icon}>
      {button.busy ? loadingLabel : label}
    </ActionButton>
  );
}
