/** What a comparison of links and ledger found, and did about it. */
export interface TokenReport {
  links: number;
  ledgerEntries: number;
  /** Links marked as used, since the ledger has a document of theirs. */
  used: string[];
  /** Used links whose document is not there and was never deleted: now shown as lost. */
  lost: string[];
  /** Links whose document was deleted, rejected or found since. */
  state: string[];
  /** Documents that were deleted once and are there again: somebody has to decide. */
  returned: { tokenId: string; documentId: string }[];
  /** Links that the ledger knows and we do not: made after the moment of our backup. */
  unknown: string[];
}

export const emptyReport = (): TokenReport => ({
  links: 0,
  ledgerEntries: 0,
  used: [],
  lost: [],
  state: [],
  returned: [],
  unknown: [],
});

/** Something that a person has to know of or to decide: reconcile then ends with exit code 2. */
export const needsAttention = ({ lost, returned, unknown }: TokenReport): boolean =>
  lost.length + returned.length + unknown.length > 0;

/** One line per finding; ids and counts, never a name. */
export function describeReport(report: TokenReport, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : '';
  const { links, ledgerEntries, used, lost, state, returned, unknown } = report;
  return [
    `links                          ${links}`,
    `ledger entries                 ${ledgerEntries}`,
    ...named(`have a document, ${would}marked as used`, used),
    ...named(`used, and their document is lost, ${would}shown so`, lost),
    ...named(`their document was deleted, rejected or found, ${would}noted`, state),
    ...named(
      'deleted once and there again: --deleted again deletes them, --deleted keep keeps them',
      returned.map(({ tokenId, documentId }) => `${documentId} of link ${tokenId}`),
    ),
    ...named('links of the ledger that are not known here', unknown),
  ].join('\n');
}

const named = (what: string, ids: string[]): string[] =>
  ids.length === 0 ? [] : [`${what}: ${ids.length}`, ...ids.map((id) => `  ${id}`)];
