import type { ApiError } from './api-error.js';
import type { ApiMeta, ApiRequest } from './ask.js';

type Result<Data> =
  | { data: Data; meta?: ApiMeta | undefined }
  | { error: ApiError; meta?: ApiMeta | undefined };
/** Makes one API call within an endpoint's `queryFn`; aborted by the query's signal. */
export type Ask = (
  request: ApiRequest,
) => PromiseLike<{ data?: unknown; error?: ApiError }> | { data?: unknown; error?: ApiError };

/** Fetches all pages of a list and returns them as one list. */
export async function askForAll<
  Rows extends string,
  List extends { nextCursor?: string | null | undefined } & Record<Rows, unknown[]>,
>(ask: Ask, request: ApiRequest, rows: Rows): Promise<Result<List>> {
  const found: unknown[] = [];
  for (let cursor: string | null | undefined; ;) {
    const { data, error } = await ask({ ...request, params: { ...request.params, cursor } });
    if (error) return { error };
    const list = data as List;
    found.push(...list[rows]);
    cursor = list.nextCursor;
    if (!cursor) return { data: { ...list, [rows]: found } };
  }
}
