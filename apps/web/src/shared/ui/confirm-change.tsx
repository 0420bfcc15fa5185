import { Text } from '@mantine/core';
import { ConfirmDialog } from './dialog.js';
import { toast } from './toast.js';

interface Props {
  words: {
    title: string;
    /** What changes, and what stays. */
    what: string;
    confirm: string;
    confirming: string;
    done: string;
    failed: string;
  };
  busy: boolean;
  /** Makes the change; a failure is in `error`. */
  change: () => Promise<{ error?: unknown }>;
  onClose: () => void;
}

/** Asks before a change is made, makes it, and reports how it went. */
export function ConfirmChange({ words, busy, change, onClose }: Props) {
  const confirmed = async () => {
    const { error } = await change();
    if (error) toast.serverFirst(error, words.failed);
    else toast.success(words.done, { after: words.failed });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={words.title}
      busy={busy}
      onClose={onClose}
      confirm={words.confirm}
      confirming={words.confirming}
      onConfirm={() => void confirmed()}
    >
      <Text size="sm">{words.what}</Text>
    </ConfirmDialog>
  );
}
