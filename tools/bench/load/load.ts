import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { percentile } from '../metrics/statistics.ts';
import type { Outcome, Plan } from './plan.ts';

/** Client of the load generator; runs one plan at a time. */
export class Load {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async start(): Promise<Load> {
    const child = fork(path.join(import.meta.dirname, 'generator.ts'), { serialization: 'advanced' });
    await once(child, 'message');
    return new Load(child);
  }

  /** Throws if a request gets no response, or one whose status is not `expected`. */
  async run(plan: Plan, expected: number): Promise<Outcome> {
    const outcome = await this.try(plan);
    const others = Object.entries(outcome.statuses).filter(([status]) => Number(status) !== expected);
    if (others.length > 0)
      throw new Error(`${plan.method} ${plan.origin}${shown(plan)} returned ${JSON.stringify(others)}`);
    return outcome;
  }

  /** Like `run`, but accepts every status. */
  async try(plan: Plan): Promise<Outcome> {
    this.child.send(plan);
    const [reply] = (await once(this.child, 'message')) as [{ outcome?: Outcome; error?: string }];
    if (!reply.outcome) throw new Error(`${plan.method} ${plan.origin}${shown(plan)}: ${reply.error ?? ''}`);
    return reply.outcome;
  }

  stop(): void {
    this.child.disconnect();
  }
}

const shown = ({ paths }: Plan): string => (paths[0] ?? '').slice(0, 40);

/** Requests per second. */
export const rateOf = ({ latencies, elapsedMs }: Outcome): number => latencies.length / (elapsedMs / 1000);
export const p = (share: number, { latencies }: Outcome): number => percentile(latencies, share);
/** Megabytes (10^6 bytes) per second for `bytes` in total. */
export const megabytes = (bytes: number, { elapsedMs }: Outcome): number => bytes / 1e6 / (elapsedMs / 1000);
