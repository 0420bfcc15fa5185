import { errors, extendTokenBody, messages } from '@caredrop/contracts';
import { Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { formatDay } from '../../shared/lib/format.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { useExtendTokenMutation } from './token-changes.api.js';
import type { TokenInHand } from './token-dialogs.js';
import { hasFurther } from './token-rules.js';
import { useTokenDefaultsQuery } from './tokens.api.js';

/** Lets an active link expire later, or sooner. */
export function ExtendDialog({ token, onClose }: { token: TokenInHand; onClose: () => void }) {
  const { data: defaults } = useTokenDefaultsQuery();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [extend, { isLoading }] = useExtendTokenMutation();
  const days = typed ?? String(defaults?.expiryDays ?? '');

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const parsed = extendTokenBody.safeParse({ days: /^\d+$/.test(days.trim()) ? Number(days) : NaN });
    setProblem(parsed.success ? undefined : errors.expiry_days_invalid.text);
    if (!parsed.success) return;
    const response = await extend({ id: token.id, ...parsed.data });
    if (!response.data) return toast.serverFirst(response.error, messages.token.extendFailed);
    toast.success(messages.token.extended(formatDay(response.data.token.expires_at)), {
      after: messages.token.extendFailed,
    });
    onClose();
  };
  return (
    <Dialog opened title={copy.extend.title} busy={isLoading} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <TextInput
            label={copy.extend.label}
            description={
              hasFurther(token) ? `${copy.extend.help} ${copy.extend.ofRequest}` : copy.extend.help
            }
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            data-autofocus
            value={days}
            error={problem}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DialogButtons
            onCancel={onClose}
            type="submit"
            busy={isLoading}
            label={copy.extend.submit}
            loadingLabel={copy.extend.submitting}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
