import type { Fault } from '../chain/check-chain.js';
import type { ExportReport } from '../verification/verify-export.js';
import type { StoreReport } from '../verification/verify-store.js';

export function storeText(report: StoreReport): string {
  const { entries, head, segments, checkpoints, unnumbered, faults } = report;
  const pruned = segments.map(
    ({ firstSeq, lastSeq, lastRecorded, prunedAt }) =>
      `Pruned on ${day(prunedAt)}: entries ${firstSeq} to ${lastSeq}, the last from ${day(lastRecorded)}.`,
  );
  return [
    `${entries} entries, the last is number ${head.seq}; ${checkpoints} checkpoints.`,
    ...pruned,
    ...(unnumbered > 0
      ? [
          `${unnumbered} entries have no number from their source: a missing entry among them would not be noticed.`,
        ]
      : []),
    ...(faults.length > 0 ? [] : reachText(report)),
    ...(faults.length > 0 ? [broken(faults)] : []),
  ].join('\n');
}

/** How far the proof reaches, and what it does not show. */
function reachText({ entries, head, reach: { checkpoint, unproved, since, stale } }: StoreReport): string[] {
  if (entries === 0) return ['There is nothing to prove.'];
  const lines: string[] = [];
  if (checkpoint)
    lines.push(
      `Proved up to entry ${checkpoint.seq} by the checkpoint of ${checkpoint.madeAt}, signed by key ` +
        `${checkpoint.keyId} and kept ${checkpoint.elsewhere ? 'elsewhere' : 'in this database'}: no entry up to that point ` +
        'was changed, removed or moved.',
    );
  if (unproved > 0)
    lines.push(
      `${checkpoint ? `${unproved} newer entries (since ${since})` : `No checkpoint matches: all ${unproved} entries`} ` +
        'are backed by the database alone: this proof would not show if the newest of them were removed.',
    );
  if (!checkpoint?.elsewhere)
    lines.push(
      `Only a checkpoint kept elsewhere shows whether entries after ${checkpoint?.seq ?? head.seq} were removed together ` +
        'with their checkpoints (--checkpoints <file>).',
    );
  if (stale)
    lines.push(
      'THE PROOF IS OLD. New entries are signed within minutes, and the end of the chain at least every hour: either the ' +
        'signer is not running, or the newest checkpoints were removed.',
    );
  return lines;
}

export function exportText({ proof, keyId, faults }: ExportReport, key: string | undefined): string {
  const { count, first, last, madeAt, contiguous } = proof;
  const whole = contiguous
    ? 'When it was made, it contained every entry from its first to its last.'
    : 'It was filtered: it cannot prove that no matching entry was left out.';
  const compare = key
    ? `Signed by key ${keyId}.`
    : `Signed by key ${keyId}: compare this with the id that you recorded.`;
  return [
    `${count} entries, ${first} to ${last}, exported ${madeAt}.`,
    whole,
    compare,
    faults.length > 0
      ? broken(faults)
      : 'Nothing in it was changed, added, removed or moved after the export.',
  ].join('\n');
}

const day = (time: string): string => time.slice(0, 10);

export const broken = (faults: Fault[]): string =>
  [`VERIFICATION FAILED. Faults: ${faults.length}`, ...faults.map(({ text }) => `- ${text}`)].join('\n');
