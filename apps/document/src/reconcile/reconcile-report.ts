/** The differences found between the document service's database and its store, and what was repaired. */
export interface DocumentReport {
  documents: number;
  objects: number;
  /** Documents whose object is missing: now marked as lost. */
  lost: string[];
  /** Known to be lost before, and still missing. */
  stillLost: string[];
  /** Lost before, and their object exists again: restored. */
  back: string[];
  /** Unreferenced objects, queued for deletion. */
  orphans: number;
  /** Unreferenced objects too young to be sure. */
  youngOrphans: number;
  /** Live documents whose object was queued for deletion: the purge was cancelled. */
  purgesCalledOff: number;
  /** Documents without a ledger entry. */
  withoutLedger: string[];
  /** Documents by key-encryption key that this configuration does not have. */
  missingKeys: Record<string, number>;
  /** Read, decrypted and compared with their hash; null when not requested. */
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

/** True if an operator has to know something; reconcile then exits with code 2. */
export function needsAttention(report: DocumentReport): boolean {
  const { lost, withoutLedger, missingKeys, unreadable } = report;
  return [lost, withoutLedger, unreadable, Object.keys(missingKeys)].some((found) => found.length > 0);
}

/** One line per finding, with ids and counts, never a name. */
export function describeReport(report: DocumentReport, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : '';
  const lines = [
    `documents                      ${report.documents}`,
    `objects                        ${report.objects}`,
    ...(report.verified === null ? [] : [`read and verified              ${report.verified}`]),
    ...named(`lost, ${would}marked as lost`, report.lost),
    ...named('lost before, still lost', report.stillLost),
    ...named(`lost before, ${would}back`, report.back),
    ...counted(`orphan objects, ${would}purged`, report.orphans),
    ...counted('orphan objects, too young to purge', report.youngOrphans),
    ...counted(`purges of live documents, ${would}called off`, report.purgesCalledOff),
    ...named('documents without a ledger entry', report.withoutLedger),
    ...named('cannot be read or is not what it was', report.unreadable),
    ...Object.entries(report.missingKeys).map(([key, n]) => `key ${key} is missing: ${n} documents need it`),
  ];
  return lines.join('\n');
}

const counted = (what: string, count: number): string[] => (count === 0 ? [] : [`${what}: ${count}`]);
const named = (what: string, ids: string[]): string[] =>
  ids.length === 0 ? [] : [`${what}: ${ids.length}`, ...ids.map((id) => `  ${id}`)];
