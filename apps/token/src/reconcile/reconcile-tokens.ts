import { ledgerRangeResponse, type LedgerRow } from '@caredrop/contracts/internal';
import type { InternalClient } from '@caredrop/service-kit';
import type { PrismaService } from '../database/prisma.service.js';
import {
  belongsElsewhere,
  compareLink,
  isBehindDocument,
  type LinkOwner,
  type LinkState,
} from './compare-link.js';
import { assignAgain, catchUp, markLost, markState, markUsedByLedger } from './repairs.js';
import { emptyReport, type TokenReport } from './reconcile-report.js';

const BATCH = 500;

export interface ReconcileOptions {
  /** Reports without changing anything. */
  dryRun: boolean;
  /** Keeps documents that were deleted and exist again. */
  keepReturned: boolean;
  /** A document younger than this, in milliseconds, is not reported: its event may still be on its way. */
  graceMs: number;
}

export interface TokenParts {
  prisma: PrismaService;
  services: InternalClient;
}

type Link = LinkState & LinkOwner & { id: string; version: number };

/**
 * Compares every link with the ledger of the document service, queried over HTTP, and repairs the links
 * (docs/backup.md). May run while the services run, and repeatedly: once its events have been handled, a second run
 * repairs nothing. Links are read before the ledger: a link counts as used only after its entry was committed, so an
 * entry missing by then is missing for good.
 */
export async function reconcileTokens(parts: TokenParts, options: ReconcileOptions): Promise<TokenReport> {
  const report = emptyReport();
  let after: string | null = null;
  for (;;) {
    const links: Link[] = await nextLinks(parts.prisma, after);
    const last: string | null = links.at(-1)?.id ?? null;
    const upTo = links.length === BATCH ? last : null;
    const entries = await ledgerBetween(parts.services, after, upTo);
    report.links += links.length;
    report.ledgerEntries += entries.size;
    for (const link of links) {
      const entry = entries.get(link.id);
      await handle(parts, options, report, link, entry);
      await correctOwner(parts, options, report, link, entry);
    }
    await noteUnknown(parts, options, report, links, entries);
    if (upTo === null) return report;
    after = upTo;
  }
}

function nextLinks(prisma: PrismaService, after: string | null): Promise<Link[]> {
  return prisma.token.findMany({
    where: after === null ? {} : { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: {
      ...{ id: true, status: true, documentId: true, documentState: true, documentVersion: true },
      ...{ reviewedAt: true, reviewVersion: true, ownerId: true, teamId: true, version: true },
    },
  });
}

async function ledgerBetween(
  services: InternalClient,
  after: string | null,
  upTo: string | null,
): Promise<Map<string, LedgerRow>> {
  const entries = new Map<string, LedgerRow>();
  for (let from = after; ;) {
    const page = await services.post(
      'document',
      '/internal/ledger/range',
      { after: from, upTo },
      ledgerRangeResponse,
      { onBehalf: false, timeoutMs: 60_000 },
    );
    for (const entry of page.entries) entries.set(entry.tokenId, entry);
    from = page.entries.at(-1)?.tokenId ?? null;
    if (!page.more) return entries;
  }
}

async function handle(
  { prisma }: TokenParts,
  { dryRun, keepReturned: keep, graceMs }: ReconcileOptions,
  report: TokenReport,
  link: Link,
  entry: LedgerRow | undefined,
): Promise<void> {
  const difference = compareLink(link, entry);
  if (difference === 'none') return;
  if (!entry) {
    if (dryRun || (await markLost(prisma, link.id))) report.lost.push(link.id);
    return;
  }
  if (isYoung(entry, graceMs)) return;
  if (difference === 'returned' && !keep) {
    report.returned.push({ tokenId: link.id, documentId: entry.documentId });
    return;
  }
  const repair = { used: markUsedByLedger, state: markState, returned: markState, lost: markState }[
    difference
  ];
  if (!dryRun) await repair(prisma, entry);
  report[difference === 'used' ? 'used' : 'state'].push(link.id);
}

async function correctOwner(
  { prisma }: TokenParts,
  { dryRun, graceMs }: ReconcileOptions,
  report: TokenReport,
  link: Link,
  entry: LedgerRow | undefined,
): Promise<void> {
  if (!entry || isYoung(entry, graceMs)) return;
  if (belongsElsewhere(link, entry)) {
    if (!dryRun) await assignAgain(prisma, entry);
    report.owners.push(link.id);
  } else if (isBehindDocument(link, entry) && (dryRun || (await catchUp(prisma, entry))))
    report.versions.push(link.id);
}

/** A link may have been made and used between our read and the ledger's response: read it again. */
async function noteUnknown(
  { prisma }: TokenParts,
  { graceMs }: ReconcileOptions,
  report: TokenReport,
  links: Link[],
  entries: Map<string, LedgerRow>,
): Promise<void> {
  const known = new Set(links.map(({ id }) => id));
  const strange = [...entries.values()].filter(
    (entry) => !known.has(entry.tokenId) && !isYoung(entry, graceMs),
  );
  if (strange.length === 0) return;
  const ids = strange.map(({ tokenId }) => tokenId);
  const there = await prisma.token.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const found = new Set(there.map(({ id }) => id));
  report.unknown.push(...ids.filter((id) => !found.has(id)));
}

const isYoung = ({ receivedAt }: LedgerRow, graceMs: number) => Date.parse(receivedAt) > Date.now() - graceMs;
