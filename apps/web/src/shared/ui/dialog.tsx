import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { copy } from '../copy.js';
import { DialogButtons } from './dialog-buttons.js';
import { useIsTopDialog } from './use-is-top-dialog.js';
import { useReturnFocus } from './use-return-focus.js';

interface DialogProps {
  opened: boolean;
  title: string;
  /**
   * While a request runs, no user action closes the dialog: not Escape, a click outside, or the close button.
   */
  busy?: boolean;
  onClose: () => void;
  size?: string;
  children: ReactNode;
}

/** The one dialog component: named, traps the focus, and cannot be closed while busy. */
export function Dialog({ opened, title, busy = false, onClose, size = 'md', children }: DialogProps) {
  useReturnFocus();
  const isTop = useIsTopDialog();
  return (
    <Modal
      opened={opened}
      onClose={() => !busy && onClose()}
      title={title}
      size={size}
      // Every open Modal listens for Escape on the window.
      closeOnEscape={isTop && !busy}
      closeOnClickOutside={!busy}
      closeButtonProps={{ 'aria-label': copy.dialog.close, disabled: busy }}
      // A <header> in a dialog would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      styles={{ title: { fontWeight: 600, fontSize: '1.125rem' } }}
    >
      {children}
    </Modal>
  );
}

interface ConfirmProps extends Omit<DialogProps, 'children' | 'size'> {
  /** Labels of the destructive button: the normal one, and the one while the action is running. */
  confirm: string;
  confirming: string;
  onConfirm: () => void;
  /** False while something is still missing. */
  ready?: boolean;
  children: ReactNode;
}

/** Asks for confirmation before a destructive change; the safe button has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  const { confirm, confirming, onConfirm, ready = true, children, ...dialog } = props;
  const busy = dialog.busy ?? false;
  return (
    <Dialog {...dialog}>
      <Stack gap={20}>
        {children}
        <DialogButtons
          cautious
          onCancel={dialog.onClose}
          busy={busy}
          disabled={!ready}
          color="red"
          label={confirm}
          loadingLabel={confirming}
          onClick={onConfirm}
        />
      </Stack>
    </Dialog>
  );
}
