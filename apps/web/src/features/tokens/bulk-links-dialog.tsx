import type { Token } from '@caredrop/contracts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../shared/lib/use-now.js';
import { bulkCopy } from './bulk-copy.js';
import { BulkDialog } from './bulk-dialog.js';
import { anyEmailed, resendChannels } from './resend-channels.js';
import { resendOutcome } from './resend-outcome.js';
import { useRevokeOneOfManyMutation } from './token-bulk.api.js';
import { hasFurther, statusAt } from './token-rules.js';
import { problemOf, useBulkRun } from './use-bulk-run.js';
import { useResendLink } from './use-resend-link.js';

interface Props {
  kind: 'resend' | 'revoke';
  tokens: Token[];
  onClose: () => void;
  onDone: () => void;
}

/** Why a chosen link is left out; null if it is not. */
function leftOut(kind: Props['kind'], token: Token, now: number): string | null {
  if (statusAt(token, now) !== 'active') return bulkCopy.notActive;
  return kind === 'resend' && resendChannels(token).length === 0 ? bulkCopy.noContact : null;
}

/** Sends the chosen links again or revokes them. */
export function BulkLinksDialog({ kind, tokens, onClose, onDone }: Props) {
  // Fixed when the dialog opens, so that its list does not change while it is open.
  const [openedAt] = useState(useNow());
  const [reminders, setReminders] = useState(true);
  const resend = useResendLink();
  const [revoke] = useRevokeOneOfManyMutation();
  const fit = tokens.filter((token) => leftOut(kind, token, openedAt) === null);
  const byId = new Map(fit.map((token) => [token.id, token]));
  const byEmail = kind === 'resend' && anyEmailed(fit);
  const copy = { ...bulkCopy[kind], ...(byEmail && bulkCopy.resendByEmail) };
  const run = useBulkRun(async (id) => {
    if (kind === 'revoke') return { problem: problemOf(await revoke({ id }), copy.unknown) };
    const token = byId.get(id);
    if (!token) throw new Error('only chosen links are sent again');
    return resendOutcome(await resend(token, reminders));
  });
  return (
    <BulkDialog
      copy={copy}
      tokens={tokens}
      run={run}
      leftOut={(token) => leftOut(kind, token, openedAt)}
      resultOf={(token) =>
        kind === 'revoke' ? bulkCopy.revoke.done : bulkCopy.resent(resendChannels(token))
      }
      danger={kind === 'revoke'}
      onClose={onClose}
      onDone={onDone}
    >
      <p style={{ margin: 0 }}>
        {copy.consequence} {fit.some(hasFurther) && copy.ofRequest}
      </p>
      {kind === 'resend' && (
        <Checkbox
          label={bulkCopy.reminders}
          checked={reminders}
          disabled={run.state === 'running'}
          onChange={(event) => setReminders(event.currentTarget.checked)}
        />
      )}
    </BulkDialog>
  );
}
