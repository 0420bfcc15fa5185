/** The differences found between links and ledger, and what was repaired. */
export interface TokenReport {
  links: number;
  ledgerEntries: number;
  /** Links marked as used because the ledger has their document. */
  used: string[];
  /** Used links whose document is missing and was neither deleted nor rejected; they are now shown as lost. */
  lost: string[];
  /** Links whose record of their document's state, review or version was corrected. */
  state: string[];
  /** Links whose document belongs to another owner or team; the assignment is published again. */
  owners: string[];
  /** Links whose version was earlier than that of their document's owner. */
  versions: string[];
  /** Documents that were deleted and exist again: an operator has to decide. */
  returned: { tokenId: string; documentId: string }[];
  /** Links that the ledger contains but our backup does not, because they were made after it. */
  unknown: string[];
}

export const emptyReport = (): TokenReport => ({
  links: 0,
  ledgerEntries: 0,
  used: [],
  lost: [],
  state: [],
  owners: [],
  versions: [],
  returned: [],
  unknown: [],
});

/** True if an operator has to know or decide something; reconcile then exits with code 2. */
export const needsAttention = ({ lost, returned, unknown }: TokenReport): boolean =>
  lost.length + returned.length + unknown.length > 0;

/** One line per finding, with ids and counts, but no names. */
export function describeReport(report: TokenReport, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : '';
  const { links, ledgerEntries, used, lost, state, owners, versions, returned, unknown } = report;
  return [
    `links                          ${links}`,
    `ledger entries                 ${ledgerEntries}`,
    ...named(`have a document, ${would}marked as used`, used),
    ...named(`used, but their document is lost, ${would}shown as lost`, lost),
    ...named(`had a wrong state, review or version of their document, ${would}corrected`, state),
    ...named(`their document belongs to another owner or team, ${would}corrected`, owners),
    ...named(`had a version earlier than their document’s owner, ${would}corrected`, versions),
    ...named(
      'deleted documents that exist again: --deleted keep keeps them, npm run reconcile -- --deleted again deletes them',
      returned.map(({ tokenId, documentId }) => `${documentId} of link ${tokenId}`),
    ),
    ...named('links in the ledger that are unknown here', unknown),
  ].join('\n');
}

const named = (what: string, ids: string[]): string[] =>
  ids.length === 0 ? [] : [`${what}: ${ids.length}`, ...ids.map((id) => `  ${id}`)];
