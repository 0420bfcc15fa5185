/** What a comparison of the document service's database with its store found, and did about it. */
export interface DocumentReport {
  documents: number;
  objects: number;
  /** Documents whose object is not there: now marked as lost. */
  lost: string[];
  /** Known to be lost before, and still so. */
  stillLost: string[];
  /** Lost once, and their object is there again: documents as before. */
  back: string[];
  /** Objects that nothing knows, given to the purge. */
  orphans: number;
  /** Objects that nothing knows, too young to be sure. */
  youngOrphans: number;
  /** Live documents whose object was to be deleted: the purge was called off. */
  purgesCalledOff: number;
  /** Documents that no ledger entry vouches for. */
  withoutLedger: string[];
  /** Documents by key-encryption key that this configuration does not hold. */
  missingKeys: Record<string, number>;
  /** Read, decrypted and compared with their hash; null when that was not asked for. */
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

/** Something that a person has to know of: reconcile then ends with exit code 2. */
export function needsAttention(report: DocumentReport): boolean {
  const { lost, withoutLedger, missingKeys, unreadable } = report;
  return [lost, withoutLedger, unreadable, Object.keys(missingKeys)].some((found) => found.length > 0);
}

/** One line per finding; ids and counts, never a name. */
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
