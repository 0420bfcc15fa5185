import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconInbox, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import { createContext, useContext, type ReactNode } from 'react';
import { isApiError, type QueryError } from '../api/api-error.js';
import { copy } from '../copy.js';
import classes from './states.module.css';

/** Grey bars where a list is loading; announced to screen readers. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={10} className={classes.card} role="status" aria-label={copy.loading} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={28} radius={6} width={index % 3 === 2 ? '82%' : '100%'} />
      ))}
    </Stack>
  );
}

interface NothingProps {
  sentence: string;
  icon?: Icon;
  children?: ReactNode;
}

/** Whether the surrounding list still shows the result of the previous filters. */
const Stale = createContext(false);

/**
 * An empty list: a sentence, and what to do next. An empty result of the previous filters says nothing about the
 * current ones, so a skeleton takes its place.
 */
export function EmptyState({ sentence, icon: Glyph = IconInbox, children }: NothingProps) {
  const stale = useContext(Stale);
  if (stale) return <ListSkeleton />;
  return (
    <div className={classes.centre}>
      <Glyph size={32} stroke={1.5} aria-hidden="true" />
      <Text fw={500} role="status">
        {sentence}
      </Text>
      {children}
    </div>
  );
}

/** Stays on the page next to the toast: what happened, what to do, and a button to do it. */
export function ErrorState({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const help = isApiError(error) && error.status >= 500 ? copy.failed.serviceHelp : copy.failed.help;
  return (
    <div className={classes.centre} data-tone="danger">
      <IconPlugConnectedX size={32} stroke={1.5} aria-hidden="true" />
      <Text fw={500}>{copy.failed.heading(what)}</Text>
      <Text c="dimmed" size="sm">
        {help}
      </Text>
      <Button variant="default" onClick={onRetry}>
        {copy.failed.retry}
      </Button>
    </div>
  );
}

/**
 * The result of a list's query (RTK Query). `data` may still belong to the previous filters, `currentData`
 * does not.
 */
interface Listed<Data> {
  data?: Data;
  currentData?: Data;
  error?: QueryError;
  isFetching: boolean;
  refetch: () => unknown;
}

interface ListBodyProps<Data> {
  list: Listed<Data>;
  /** Starts the sentence about a failure: 'Your documents'. */
  what: string;
  children: (data: Data, stale: boolean) => ReactNode;
}

/**
 * A list's states: skeleton, error with Retry, rows. The previous filters' rows stay until the new ones
 * arrive.
 */
export function ListBody<Data>({ list, what, children }: ListBodyProps<Data>) {
  const { data, currentData, error, isFetching, refetch } = list;
  const stale = currentData === undefined;
  if (stale && error && !isFetching)
    return <ErrorState what={what} error={error} onRetry={() => void refetch()} />;
  const shown = stale ? data : currentData;
  if (shown === undefined) return <ListSkeleton />;
  return <Stale.Provider value={stale}>{children(shown, stale)}</Stale.Provider>;
}
