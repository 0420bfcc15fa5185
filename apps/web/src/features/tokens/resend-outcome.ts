import type { SendChannel } from '@caredrop/contracts';
import { bulkCopy } from './bulk-copy.js';
import { problemOf, type RowOutcome } from './use-bulk-run.js';

export interface ChannelResult {
  channel: SendChannel;
  error: unknown;
}

/**
 * The outcome of sending a link again. If only one of two channels fails, it states the result of each: a clinician who
 * reads only the failure would send both again, and the patient would get the other message twice.
 */
export function resendOutcome(results: ChannelResult[]): RowOutcome {
  const problems = results.map((result) => problemOf(result, bulkCopy.resend.unknown));
  if (problems.length === 1) return { problem: problems[0] ?? null };
  if (problems.every((problem) => problem === null)) return { problem: null };
  const ofEach = results.map(({ channel }, index) => bulkCopy.ofChannel(channel, problems[index] ?? null));
  return { problem: ofEach.join(' · '), isPartial: problems.includes(null) };
}
