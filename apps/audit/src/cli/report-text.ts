import type { Fault } from '../chain/check-chain.js';
import type { ExportReport } from '../verification/verify-export.js';
import type { StoreReport } from '../verification/verify-store.js';

export function storeText({ entries, head, segments, checkpoints, faults }: StoreReport): string {
  const pruned = segments.map(
    ({ firstSeq, lastSeq, lastRecorded, prunedAt }) =>
      `Pruned on ${day(prunedAt)}: entries ${firstSeq} to ${lastSeq}, the last of ${day(lastRecorded)}.`,
  );
  return [
    `${entries} entries, the last is number ${head.seq}; ${checkpoints} checkpoints.`,
    ...pruned,
    verdict(faults, 'The chain holds: nothing was changed, removed, moved or cut off.'),
  ].join('\n');
}

export function exportText({ proof, keyId, faults }: ExportReport, key: string | undefined): string {
  const { count, first, last, madeAt, contiguous } = proof;
  const whole = contiguous
    ? 'It holds every entry from its first to its last.'
    : 'It was filtered: what is in it is as it was recorded; that the filter passed over nothing it cannot show.';
  const compare = key
    ? `Signed by key ${keyId}.`
    : `Signed by key ${keyId}: compare it with the id you have noted.`;
  return [
    `${count} entries, ${first} to ${last}, exported ${madeAt}.`,
    whole,
    compare,
    verdict(faults, 'Nothing in it was changed, added, removed or moved since.'),
  ].join('\n');
}

const day = (time: string): string => time.slice(0, 10);

function verdict(faults: Fault[], good: string): string {
  if (faults.length === 0) return good;
  return [`IT DOES NOT HOLD. ${faults.length} found:`, ...faults.map(({ text }) => `- ${text}`)].join('\n');
}
