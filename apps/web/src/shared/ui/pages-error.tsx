import type { QueryError } from '../api/api-error.js';
import { ErrorState } from './states.js';

/** The query of a list that is loaded page by page (RTK Query). */
interface PagedList {
  hasNextPage: boolean;
  isError: boolean;
  /** Whether loading a further page failed, as opposed to reloading all of them. */
  isFetchNextPageError: boolean;
  error?: QueryError;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface Props {
  list: PagedList;
  /** Each starts a sentence about a failure: 'The documents' and 'Further documents'. */
  what: string;
  furtherPages: string;
}

/** Follows the rows of a list whose other pages are missing because of an error. Retry repeats what failed. */
export function PagesError({ list, what, furtherPages }: Props) {
  const { hasNextPage, isError, isFetchNextPageError, error, fetchNextPage, refetch } = list;
  if (!hasNextPage || !isError) return null;
  return isFetchNextPageError ? (
    <ErrorState what={furtherPages} error={error} onRetry={() => void fetchNextPage()} />
  ) : (
    <ErrorState what={what} error={error} onRetry={() => void refetch()} />
  );
}
