import type { Token } from '@caredrop/contracts';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { randomKey } from '../../shared/lib/random-key.js';
import { useNow } from '../../shared/lib/use-now.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { bulkCopy } from './bulk-copy.js';
import classes from './bulk-links-dialog.module.css';
import { useResendTextMutation, useRevokeOneOfManyMutation } from './token-bulk.api.js';
import { hasFurther, statusAt } from './token-rules.js';
import { useBulkRun, type RowResult } from './use-bulk-run.js';

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
  return kind === 'resend' && !token.smsPhoneNumber ? bulkCopy.noNumber : null;
}

/** Texts or revokes the chosen links, and shows the result for each. */
export function BulkLinksDialog({ kind, tokens, onClose, onDone }: Props) {
  const copy = bulkCopy[kind];
  // One key for this dialog: repeating a call sends no second text.
  const [key] = useState(randomKey);
  // Fixed when the dialog opens, so that its list does not change while it is open.
  const [openedAt] = useState(useNow());
  const [reminders, setReminders] = useState(true);
  const [resend] = useResendTextMutation();
  const [revoke] = useRevokeOneOfManyMutation();
  const fit = tokens.filter((token) => leftOut(kind, token, openedAt) === null);
  const numbers = new Map(fit.map(({ id, smsPhoneNumber }) => [id, smsPhoneNumber ?? '']));
  const { results, state, run } = useBulkRun(
    (id) =>
      kind === 'revoke' ? revoke({ id }) : resend({ id, phoneNumber: numbers.get(id) ?? '', reminders, key }),
    copy.unknown,
  );
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
          done={copy.done}
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
  done: string;
}

/** Failures come first, because they still need action; links that were left out come last. */
function Rows({ tokens, results, omitted, done }: RowsProps) {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const rows = tokens.map((token) => {
    const result = resultOf.get(token.id);
    const problem = result?.problem ?? null;
    const leftOut = omitted(token);
    const rank = problem !== null ? 0 : leftOut === null ? 1 : 2;
    return { token, problem, rank, state: problem ?? leftOut ?? (result ? done : '') };
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
