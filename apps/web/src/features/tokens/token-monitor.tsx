import { messages, type Token } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ComponentType } from 'react';
import { fullName } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { CountBadge, SmsBadge, StatusBadge } from '../../shared/ui/badges.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { Page } from '../../shared/ui/page.js';
import { StatCards } from '../../shared/ui/stat-cards.js';
import { EmptyState, ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { NearTime, TokenText } from '../../shared/ui/values.js';
import { BulkTokensDialog } from './bulk-tokens-dialog.js';
import { MonitorFilterForm, type ClinicianFilterProps } from './monitor-filter-form.js';
import { TokenActions } from './token-actions.js';
import { useTokenDialogs } from './token-dialogs.js';
import { noMonitorFilters, useMonitorInfiniteQuery } from './token-monitor.api.js';
import { isExpiringSoon, statusAt, tokenStats } from './token-rules.js';
import { Patient } from './tokens-table.js';
import { useCopyLink } from './use-copy-link.js';

/** /admin/token-monitor: everybody's tokens. The clinician filter belongs to another feature. */
export function TokenMonitor({ clinicianFilter }: { clinicianFilter: ComponentType<ClinicianFilterProps> }) {
  const [filters, setFilters] = useState(noMonitorFilters);
  const [bulk, setBulk] = useState(false);
  const now = useNow();
  const list = useMonitorInfiniteQuery(filters);
  useErrorToast(list.error, messages.token.loadMonitorFailed);
  const pages = list.currentData?.pages;
  const tokens = useMemo(() => pages?.flatMap((page) => page.tokens), [pages]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  // The server's sums cover rows not fetched yet; once all are here we count them ourselves.
  const stats = hasNextPage && pages?.[0]?.stats ? pages[0].stats : tokens && tokenStats(tokens, now);
  const apply = (wanted: typeof filters) => {
    if (wanted === filters) void list.refetch();
    setFilters(wanted);
  };
  return (
    <Page
      title="Token Management"
      purpose="Every upload token of the clinic."
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setBulk(true)}>
          Generate Bulk Tokens
        </Button>
      }
    >
      <StatCards
        cards={[
          { label: 'Active', figure: stats?.active, failed: !!list.error },
          { label: 'Used', figure: stats?.used, failed: !!list.error },
          { label: 'Expired', figure: stats?.expired, failed: !!list.error },
          { label: 'Expiring This Week', figure: stats?.expiringThisWeek, failed: !!list.error },
        ]}
      />
      <MonitorFilterForm applied={filters} onApply={apply} clinicianFilter={clinicianFilter} />
      {!tokens && list.isFetching && <ListSkeleton />}
      {!tokens && list.error && !list.isFetching && (
        <ErrorState what="The tokens" onRetry={() => void list.refetch()} />
      )}
      {tokens?.length === 0 && <EmptyState sentence={messages.token.noneFound} />}
      {tokens && tokens.length > 0 && (
        <Rows tokens={tokens} total={stats?.total ?? tokens.length} now={now} onNearEnd={more} />
      )}
      {bulk && <BulkTokensDialog onClose={() => setBulk(false)} />}
    </Page>
  );
}

interface RowsProps {
  tokens: Token[];
  total: number;
  now: number;
  onNearEnd: () => void;
}

function Rows({ tokens, total, now, onNearEnd }: RowsProps) {
  const dialogs = useTokenDialogs();
  const { copy, byHand } = useCopyLink();
  const soon = (token: Token) => isExpiringSoon(token, now);
  const columns: Column<Token>[] = [
    { header: 'Token', kind: 'main', cell: (token) => <TokenText token={token.token} /> },
    { header: 'Patient', kind: 'key', cell: (token) => <Patient token={token} /> },
    { header: 'Clinician', cell: (token) => fullName(token.user) },
    { header: 'Status', cell: (token) => <StatusBadge status={statusAt(token, now)} /> },
    { header: 'SMS Status', cell: (token) => <SmsBadge {...token} /> },
    { header: 'Created', cell: (token) => <NearTime iso={token.created_at} now={now} /> },
    { header: 'Expires', cell: (token) => <Expiry token={token} soon={soon(token)} now={now} /> },
    {
      header: 'Actions',
      kind: 'actions',
      cell: (token) => (
        <TokenActions
          token={token}
          now={now}
          onCopy={(value) => void copy(value)}
          onSms={dialogs.sendSms}
          onRevoke={dialogs.revoke}
        />
      ),
    },
  ];
  return (
    <>
      <div>
        <CountBadge count={total} noun="token" />
      </div>
      {byHand}
      <DataTable
        label="Tokens"
        columns={columns}
        rows={tokens}
        idOf={(token) => token.id}
        toneOf={(token) => (soon(token) ? 'warning' : undefined)}
        onNearEnd={onNearEnd}
      />
      {dialogs.element}
    </>
  );
}

function Expiry({ token, soon, now }: { token: Token; soon: boolean; now: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      {soon && (
        <IconAlertTriangle
          size={18}
          stroke={1.75}
          color="var(--cd-warning)"
          role="img"
          aria-label="expiring soon"
          style={{ flex: 'none' }}
        />
      )}
      <NearTime iso={token.expires_at} now={now} />
    </span>
  );
}
