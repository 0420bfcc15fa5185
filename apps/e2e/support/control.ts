import type { Run } from './run.js';

type Part = 'rabbitmq' | 'gateway' | 'auth' | 'token' | 'document' | 'notification' | 'audit';

/** Stops, starts and kills parts of the stack under test; settles when done. */
export async function control(run: Run, part: Part, verb: 'stop' | 'start' | 'kill'): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${run.ports.control}/${part}/${verb}`, { method: 'POST' });
  if (!response.ok) throw new Error(`${part}/${verb}: ${await response.text()}`);
}
