/**
 * The differences found between the document service's database and its store, and what was repaired (or would be, in a
 * dry run).
 */
export interface DocumentReport {
  documents: number;
  objects: number;
  /** Documents whose object is missing: now marked as lost, except in a dry run. */
  lost: string[];
  /** Already known to be lost, and still missing. */
  stillLost: string[];
  /** Lost before; their object exists again, so they were restored. */
  back: string[];
  /** Unreferenced objects, queued for deletion. */
  orphans: number;
  /** Unreferenced objects that are too recent to be queued for deletion. */
  youngOrphans: number;
  /** Live documents whose object was queued for deletion; the purge was cancelled. */
  purgesCalledOff: number;
  /** Documents without a ledger entry. */
  withoutLedger: string[];
  /** Number of documents for each key-encryption key that this configuration lacks. */
  missingKeys: Record<string, number>;
  /** Number of documents that could be decrypted and match their hash; null when not requested. */
  verified: number | null;
  unreadable: string[];
}

export const emptyReport = (): DocumentReport => ({
  documents: 0,
  objects: 0,
  lost: [],
  stillLost: [],
  back: [],
  orphans: 0,
  youngOrphans: 0,
  purgesCalledOff: 0,
  withoutLedger: [],
  missingKeys: {},
  verified: null,
  unreadable: [],
});

/** True if an operator has to act; reconcile then exits with code 2. */
export function needsAttention(report: DocumentReport): boolean {
  const { lost, withoutLedger, missingKeys, unreadable } = report;
  return [lost, withoutLedger, unreadable, Object.keys(missingKeys)].some((found) => found.length > 0);
}

/** One line per finding, with ids and counts, but no names. */
export function describeReport(report: DocumentReport, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : '';
  const lines = [
    `documents                      ${report.documents}`,
    `objects                        ${report.objects}`,
    ...(report.verified === null ? [] : [`read and verified              ${report.verified}`]),
    ...named(`lost, ${would}marked as lost`, report.lost),
    ...named('lost before, still lost', report.stillLost),
    ...named(`lost before, ${would}restored`, report.back),
    ...counted(`orphan objects, ${would}queued for deletion`, report.orphans),
    ...counted('orphan objects, too recent to purge', report.youngOrphans),
    ...counted(`purges of live documents, ${would}cancelled`, report.purgesCalledOff),
    ...named('documents without a ledger entry', report.withoutLedger),
    ...named('unreadable or changed', report.unreadable),
    ...Object.entries(report.missingKeys).map(([key, n]) => `key ${key} is missing: ${n} documents need it`),
  ];
  return lines.join('\n');
}

const counted = (what: string, count: number): string[] => (count === 0 ? [] : [`${what}: ${count}`]);
const named = (what: string, ids: string[]): string[] =>
  ids.length === 0 ? [] : [`${what}: ${ids.length}`, ...ids.map((id) => `  ${id}`)];
