import type { ErrorCode } from '@caredrop/contracts';
import { Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError } from '../api/api-error.js';
import { DialogButtons } from './dialog-buttons.js';
import { Dialog } from './dialog.js';
import { toast } from './toast.js';

interface Props {
  words: {
    title: string;
    submit: string;
    submitting: string;
    done: (name: string) => string;
    failed: string;
  };
  label: string;
  help: string;
  maxLength: number;
  /** The current name; blank for something new. */
  start: string;
  /** The name as it is saved, or why it cannot be. */
  read: (typed: string) => { name: string } | { problem: string | undefined };
  /** The error for a name that is already taken, which is shown at the field. */
  taken: ErrorCode;
  busy: boolean;
  /** A failure is in `error`. */
  save: (name: string) => Promise<{ error?: unknown }>;
  onClose: () => void;
  size?: string;
}

/** Asks for the name of something new, or for another name, and saves it. */
export function NameDialog({ words, start, read, taken, busy, save, onClose, size = 'md', ...field }: Props) {
  const [typed, setTyped] = useState(start);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = read(typed);
    setProblem('problem' in found ? found.problem : undefined);
    if ('problem' in found) return;
    const { error } = await save(found.name);
    if (isApiError(error) && error.code === taken) return setProblem(error.message ?? words.failed);
    if (error) return toast.serverFirst(error, words.failed);
    toast.success(words.done(found.name), { after: words.failed });
    onClose();
  };
  return (
    <Dialog opened title={words.title} busy={busy} onClose={onClose} size={size}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <TextInput
            label={field.label}
            description={field.help}
            autoComplete="off"
            maxLength={field.maxLength}
            data-autofocus
            value={typed}
            error={problem}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DialogButtons
            onCancel={onClose}
            type="submit"
            busy={busy}
            label={words.submit}
            loadingLabel={words.submitting}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
