import type { Token } from '@caredrop/contracts';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../shared/lib/use-now.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { bulkCopy } from './bulk-copy.js';
import classes from './bulk-links-dialog.module.css';
import { anyEmailed, resendChannels } from './resend-channels.js';
import { useRevokeOneOfManyMutation } from './token-bulk.api.js';
import { hasFurther, statusAt } from './token-rules.js';
import { useBulkRun, type RowResult } from './use-bulk-run.js';
import { useResendLink } from './use-resend-link.js';

export type BulkKind = 'resend' | 'revoke';

interface Props {
  kind: BulkKind;
  tokens: Token[];
  onClose: () => void;
  /** Called with the first change, when the selection has served its purpose. */
  onDone: () => void;
}

/** Why a chosen link is left out; null if it is not. */
function leftOut(kind: BulkKind, token: Token, now: number): string | null {
  if (statusAt(token, now) !== 'active') return bulkCopy.notActive;
  return kind === 'resend' && resendChannels(token).length === 0 ? bulkCopy.noContact : null;
}

/** Sends the chosen links again or revokes them, and shows the result for each. */
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
  const { results, state, run } = useBulkRun((id) => {
    if (kind === 'revoke') return revoke({ id });
    const token = byId.get(id);
    if (!token) throw new Error('only chosen links are sent again');
    return resend(token, reminders);
  }, copy.unknown);
  const done = state === 'done';
  const close = () => {
    if (done) onDone();
    onClose();
  };
  return (
    <Dialog opened title={copy.title(fit.length)} busy={state === 'running'} onClose={close} size="lg">
      <Stack gap={16}>
        {!done && (
          <p style={{ margin: 0 }}>
            {copy.consequence} {fit.some(hasFurther) && copy.ofRequest}
          </p>
        )}
        {kind === 'resend' && !done && (
          <Checkbox
            label={bulkCopy.reminders}
            checked={reminders}
            disabled={state === 'running'}
            onChange={(event) => setReminders(event.currentTarget.checked)}
          />
        )}
        {state !== 'ready' && (
          <p style={{ margin: 0, fontWeight: 500 }} role="status">
            {copy.progress(
              results.filter(({ problem }) => problem === null).length,
              results.filter(({ problem }) => problem !== null).length,
              fit.length,
            )}
          </p>
        )}
        <Rows
          tokens={tokens}
          results={results}
          omitted={(token) => leftOut(kind, token, openedAt)}
          done={(token) =>
            kind === 'revoke' ? bulkCopy.revoke.done : bulkCopy.resent(resendChannels(token))
          }
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={close} disabled={state === 'running'}>
            {done ? bulkCopy.close : bulkCopy.cancel}
          </Button>
          {!done && (
            <BusyButton
              busy={state === 'running'}
              disabled={fit.length === 0}
              {...(kind === 'revoke' && { color: 'red' as const })}
              label={copy.confirm(fit.length)}
              loadingLabel={copy.confirming}
              onClick={() => void run(fit.map(({ id }) => id))}
            />
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface RowsProps {
  tokens: Token[];
  results: RowResult[];
  omitted: (token: Token) => string | null;
  done: (token: Token) => string;
}

/** Failures come first, because they still need action; links that were left out come last. */
function Rows({ tokens, results, omitted, done }: RowsProps) {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const rows = tokens.map((token) => {
    const result = resultOf.get(token.id);
    const problem = result?.problem ?? null;
    const leftOut = omitted(token);
    const rank = problem !== null ? 0 : leftOut === null ? 1 : 2;
    return { token, problem, rank, state: problem ?? leftOut ?? (result ? done(token) : '') };
  });
  rows.sort((one, other) => one.rank - other.rank);
  return (
    <ul className={classes.rows} aria-label={bulkCopy.results}>
      {rows.map(({ token, problem, state }) => (
        <li key={token.id}>
          <bdi>{token.patient_ref_id}</bdi>
          <span data-problem={problem !== null || undefined}>{state}</span>
        </li>
      ))}
    </ul>
  );
}
