import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconInbox, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { QueryError } from '../api/api-error.js';
import classes from './states.module.css';

/** Grey bars where a list is about to be; says so to those who cannot see them. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={10} className={classes.card} role="status" aria-label="Loading" aria-busy="true">
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

/** A list with nothing in it: the spec's sentence, and what may help. */
export function EmptyState({ sentence, icon: Glyph = IconInbox, children }: NothingProps) {
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

/** Stays on the page beside the toast: what happened in other words, what to do, and the way to do it. */
export function ErrorState({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={classes.centre} data-tone="danger">
      <IconPlugConnectedX size={32} stroke={1.5} aria-hidden="true" />
      <Text fw={500}>{what} could not be fetched.</Text>
      <Text c="dimmed" size="sm">
        Check your connection, then try again. Nothing was changed.
      </Text>
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** What a list's query answers (RTK Query). `data` may still be that of the filters before, `currentData` not. */
interface Listed<Data> {
  data?: Data;
  currentData?: Data;
  error?: QueryError;
  isFetching: boolean;
  refetch: () => unknown;
}

interface ListBodyProps<Data> {
  list: Listed<Data>;
  /** Begins the sentence about a failure: 'Your documents'. */
  what: string;
  children: (data: Data, stale: boolean) => ReactNode;
}

/** A list's states: skeleton, error with Retry, rows. The rows of the last filters stay until others are here. */
export function ListBody<Data>({ list, what, children }: ListBodyProps<Data>) {
  const { data, currentData, error, isFetching, refetch } = list;
  if (currentData !== undefined) return children(currentData, false);
  if (error && !isFetching) return <ErrorState what={what} onRetry={() => void refetch()} />;
  if (data !== undefined) return children(data, true);
  return <ListSkeleton />;
}
