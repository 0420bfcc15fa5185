import type { Token } from '@caredrop/contracts';
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { bulkCopy } from './bulk-copy.js';
import classes from './bulk-dialog.module.css';
import type { BulkRun, RowResult } from './use-bulk-run.js';

interface Props {
  copy: {
    title: (count: number) => string;
    confirm: (count: number) => string;
    confirming: string;
    progress: (done: number, failed: number, count: number, partial: number) => string;
  };
  tokens: Token[];
  run: BulkRun;
  /** Why a link is left out; null if it is not. */
  leftOut: (token: Token) => string | null;
  /** The result for a link whose call succeeded. */
  resultOf: (token: Token) => string;
  /** Shown until the run is done: what will happen, and the choices. */
  children: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  onClose: () => void;
  /** Called when the dialog closes after its run; lists then clear the selection. */
  onDone: () => void;
}

/** Changes each of the chosen links after one confirmation, and shows the result for each. */
export function BulkDialog({ copy, tokens, run: { results, state, run }, ...props }: Props) {
  const { leftOut, resultOf, children, disabled = false, danger = false, onClose, onDone } = props;
  const fit = tokens.filter((token) => leftOut(token) === null);
  const isDone = state === 'done';
  const isRunning = state === 'running';
  const close = () => {
    if (isDone) onDone();
    onClose();
  };
  return (
    <Dialog opened title={copy.title(fit.length)} busy={isRunning} onClose={close} size="lg">
      <Stack gap={16}>
        {!isDone && children}
        {state !== 'ready' && (
          <p style={{ margin: 0, fontWeight: 500 }} role="status">
            {copy.progress(
              results.filter(({ problem }) => problem === null).length,
              results.filter(({ problem, isPartial }) => problem !== null && !isPartial).length,
              fit.length,
              results.filter(({ isPartial }) => isPartial).length,
            )}
          </p>
        )}
        <Rows tokens={tokens} results={results} leftOut={leftOut} resultOf={resultOf} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={close} disabled={isRunning}>
            {isDone ? bulkCopy.close : bulkCopy.cancel}
          </Button>
          {!isDone && (
            <BusyButton
              busy={isRunning}
              disabled={disabled || fit.length === 0}
              {...(danger && { color: 'red' as const })}
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

interface RowsProps extends Pick<Props, 'tokens' | 'leftOut' | 'resultOf'> {
  results: RowResult[];
}

/** Failures come first, because they still need action; links that were left out come last. */
function Rows({ tokens, results, leftOut, resultOf }: RowsProps) {
  const byId = new Map(results.map((result) => [result.id, result]));
  const rows = tokens.map((token) => {
    const result = byId.get(token.id);
    const problem = result?.problem ?? null;
    const reason = leftOut(token);
    const rank = problem !== null ? 0 : reason === null ? 1 : 2;
    return { token, problem, rank, state: problem ?? reason ?? (result ? resultOf(token) : '') };
  });
  rows.sort((one, other) => one.rank - other.rank);
  return (
    // Focusable, so that a long list can be scrolled by keyboard.
    <ul className={classes.rows} aria-label={bulkCopy.results} tabIndex={0}>
      {rows.map(({ token, problem, state }) => (
        <li key={token.id}>
          <bdi>{token.patient_ref_id}</bdi>
          <span data-problem={problem !== null || undefined}>{state}</span>
        </li>
      ))}
    </ul>
  );
}
