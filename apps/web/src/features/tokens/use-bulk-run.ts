import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverMessage } from '../../shared/api/api-error.js';
import { baseApi } from '../../shared/api/base-api.js';

export interface RowOutcome {
  /** Null if it was done; otherwise the reason why not, or a message that the outcome is not known. */
  problem: string | null;
  /** Whether part of it was done. */
  isPartial?: boolean;
}

export type RowResult = RowOutcome & { id: string };

/** Null if a call succeeded; otherwise the reason why it failed, or a message that its outcome is not known. */
export const problemOf = ({ error }: { error?: unknown }, unknownProblem: string): string | null =>
  error ? (serverMessage(error) ?? unknownProblem) : null;

/** Few enough that one person's selection does not hold up everyone else's calls. */
const atOnce = 3;

export interface BulkRun {
  results: RowResult[];
  state: 'ready' | 'running' | 'done';
  run: (ids: string[]) => Promise<void>;
}

/** Makes the call for each id, a few at a time, and keeps a result for each. It starts only once. */
export function useBulkRun(call: (id: string) => Promise<RowOutcome>): BulkRun {
  const dispatch = useDispatch();
  const started = useRef(false);
  const [results, setResults] = useState<RowResult[]>([]);
  const [state, setState] = useState<BulkRun['state']>('ready');
  const run = async (ids: string[]) => {
    if (started.current) return;
    started.current = true;
    setState('running');
    const waiting = [...ids];
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const outcome = await call(id);
        setResults((before) => [...before, { id, ...outcome }]);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    setState('done');
    dispatch(baseApi.util.invalidateTags(['Token', 'Document']));
  };
  return { results, state, run };
}
