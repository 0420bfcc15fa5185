import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { serverMessage } from '../../shared/api/api-error.js';
import { baseApi } from '../../shared/api/base-api.js';

export interface RowResult {
  id: string;
  /** Null if it was done, otherwise the reason why not, or that the outcome is not known. */
  problem: string | null;
}

/** Few enough that one person's selection does not hold up everyone else's calls. */
const atOnce = 3;

export interface BulkRun {
  results: RowResult[];
  state: 'ready' | 'running' | 'done';
  run: (ids: string[]) => Promise<void>;
}

/** Makes one call for each id, a few at a time, and keeps a result for each. It starts only once. */
export function useBulkRun(
  call: (id: string) => Promise<{ error?: unknown }>,
  unknownProblem: string,
): BulkRun {
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
        const { error } = await call(id);
        const problem = error ? (serverMessage(error) ?? unknownProblem) : null;
        setResults((before) => [...before, { id, problem }]);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    setState('done');
    dispatch(baseApi.util.invalidateTags(['Token', 'Document']));
  };
  return { results, state, run };
}
