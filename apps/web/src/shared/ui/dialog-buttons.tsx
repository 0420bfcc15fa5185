import { Button, Group } from '@mantine/core';
import type { ComponentProps } from 'react';
import { copy } from '../copy.js';
import { BusyButton } from './busy-button.js';

interface Props extends ComponentProps<typeof BusyButton> {
  onCancel: () => void;
  /** Cancel has the focus at first, so that Enter changes nothing. */
  cautious?: boolean;
}

/** The last row of a dialog: *Cancel*, and the button for its action, which receives the other properties. */
export function DialogButtons({ onCancel, cautious = false, ...action }: Props) {
  return (
    <Group justify="flex-end" gap={8}>
      <Button
        variant="default"
        {...(cautious && { 'data-autofocus': true })}
        onClick={onCancel}
        disabled={action.busy}
      >
        {copy.dialog.cancel}
      </Button>
      <BusyButton {...action} />
    </Group>
  );
}
