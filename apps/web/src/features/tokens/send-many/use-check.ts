import type { SendingCheck, SendingJobBody } from '@caredrop/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCheckFileMutation } from './sending-jobs.api.js';

const pauseMs = 300;

/**
 * Checks a file on the server, again after each change of the options. `check` is null until there is a current result.
 */
export function useCheck(body: SendingJobBody | null) {
  const [settled] = useDebouncedValue(body, pauseMs);
  const [tries, setTries] = useState(0);
  const [result, setResult] = useState<{ body: SendingJobBody; check: SendingCheck } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [request] = useCheckFileMutation();
  useEffect(() => {
    if (settled === null) return;
    const running = request(settled);
    let stale = false;
    void running.then((response) => {
      if (stale) return;
      setError(response.error ?? null);
      if (response.data) setResult({ body: settled, check: response.data });
    });
    return () => {
      stale = true;
      running.abort();
    };
  }, [settled, tries, request]);
  const check = result !== null && result.body === body ? result.check : null;
  return { check, error: body === settled ? error : null, again: () => setTries((count) => count + 1) };
}
