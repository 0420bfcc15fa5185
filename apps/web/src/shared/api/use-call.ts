import { useCallback, useState } from 'react';
import type { ApiError } from './api-error.js';
import { ask, type ApiRequest } from './ask.js';
import type { ApiResponse } from './read-response.js';

/** Builds the requests of a call that needs no sign-in. */
export const openPost =
  (url: string) =>
  (body: object): ApiRequest => ({ url, method: 'POST', body, open: true });

interface Called<Data> {
  data?: Data | undefined;
  error?: ApiError | undefined;
  isLoading: boolean;
}

/**
 * Returns a call that pages make before the user has signed in, and the outcome of the last one. Like a mutation of RTK
 * Query, whose library these pages do not load.
 *
 * @param toRequest defined outside the component, so that the returned function stays the same
 */
export function useCall<Data, Body>(
  toRequest: (body: Body) => ApiRequest,
): [call: (body: Body) => Promise<ApiResponse<Data>>, outcome: Called<Data>] {
  const [outcome, setOutcome] = useState<Called<Data>>({ isLoading: false });
  const call = useCallback(
    async (body: Body) => {
      setOutcome({ isLoading: true });
      const response = await ask<Data>(toRequest(body));
      setOutcome({ data: response.data, error: response.error, isLoading: false });
      return response;
    },
    [toRequest],
  );
  return [call, outcome];
}
