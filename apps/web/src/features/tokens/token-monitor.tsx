import { messages, type Token } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { fullName } from '../../shared/lib/format.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { useNow } from '../../shared/lib/use-now.js';
import { CountBadge } from '../../shared/ui/badges.js';
import { DataTable } from '../../shared/ui/data-table.js';
import { Page } from '../../shared/ui/page.js';
import { PagesError } from '../../shared/ui/pages-error.js';
import { StatCards } from '../../shared/ui/stat-cards.js';
import { EmptyState, ListBody } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { NearTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { MonitorFilterForm, type ClinicianFilterProps } from './monitor-filter-form.js';
import { actionsColumn, patientColumn, smsColumn, statusColumn, tokenColumn } from './token-columns.js';
import { useTokenDialogs } from './token-dialogs.js';
import { noMonitorFilters, useMonitorInfiniteQuery } from './token-monitor.api.js';
import { isExpiringSoon, tokenStats } from './token-rules.js';
import { useCopyLink } from './use-copy-link.js';

const BulkTokensDialog = lazy(async () => ({
  default: (await import('./bulk-tokens-dialog.js')).BulkTokensDialog,
}));

const none: Token[] = [];

interface Props {
  clinicianFilter: ComponentType<ClinicianFilterProps>;
  savedViews: ReactNode;
}

/** /admin/token-monitor: every clinician's tokens. The clinician filter and saved views belong to other features. */
export function TokenMonitor({ clinicianFilter, savedViews }: Props) {
  const [filters, setFilters] = useUrlFilters(noMonitorFilters);
  const [bulk, setBulk] = useState(false);
  const now = useNow();
  const list = useMonitorInfiniteQuery(filters);
  useErrorToast(list.error, messages.token.loadMonitorFailed);
  const dialogs = useTokenDialogs();
  const pages = list.data?.pages;
  const tokens = useMemo(() => pages?.flatMap((page) => page.tokens) ?? none, [pages]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  // The server's totals include rows that are not fetched yet; once all rows are here, they are counted in the
  // browser.
  const complete = !pages?.at(-1)?.nextCursor;
  const stats = !complete && pages?.[0]?.stats ? pages[0].stats : pages && tokenStats(tokens, now);
  const apply = (wanted: typeof filters) => {
    // Applying the same filters again reloads the list.
    if (JSON.stringify(wanted) === JSON.stringify(filters)) void list.refetch();
    else setFilters(wanted);
  };
  return (
    <Page
      title={copy.monitor.title}
      purpose={copy.monitor.purpose}
      action={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setBulk(true)}>
          {copy.monitor.generate}
        </Button>
      }
    >
      <StatCards
        cards={[
          { label: copy.monitor.stats.active, figure: stats?.active, failed: !!list.error },
          { label: copy.monitor.stats.used, figure: stats?.used, failed: !!list.error },
          { label: copy.monitor.stats.expired, figure: stats?.expired, failed: !!list.error },
          {
            label: copy.monitor.stats.expiringThisWeek,
            figure: stats?.expiringThisWeek,
            failed: !!list.error,
          },
        ]}
      />
      {savedViews}
      <MonitorFilterForm applied={filters} onApply={apply} clinicianFilter={clinicianFilter} />
      <ListBody list={list} what={copy.monitor.what}>
        {(_pages, stale) => (
          <>
            <Rows
              tokens={tokens}
              total={stats?.total ?? tokens.length}
              now={now}
              stale={stale}
              dialogs={dialogs}
              onNearEnd={more}
            />
            <PagesError list={list} what={copy.monitor.what} furtherPages={copy.monitor.furtherPages} />
          </>
        )}
      </ListBody>
      {dialogs.element}
      <Suspense fallback={null}>{bulk && <BulkTokensDialog onClose={() => setBulk(false)} />}</Suspense>
    </Page>
  );
}

interface RowsProps {
  tokens: Token[];
  /** The total; `tokens` are those fetched so far. */
  total: number;
  now: number;
  stale: boolean;
  dialogs: ReturnType<typeof useTokenDialogs>;
  onNearEnd: () => void;
}

function Rows({ tokens, total, now, stale, dialogs, onNearEnd }: RowsProps) {
  const { copyLink, byHand } = useCopyLink();
  if (tokens.length === 0) return <EmptyState sentence={messages.token.noneFound} />;
  const soon = (token: Token) => isExpiringSoon(token, now);
  return (
    <>
      <div>
        <CountBadge count={total} noun={copy.countNoun} />
      </div>
      {byHand}
      <DataTable
        label={copy.monitor.table}
        rows={tokens}
        idOf={(token) => token.id}
        toneOf={(token) => (soon(token) ? 'warning' : undefined)}
        stale={stale}
        onNearEnd={onNearEnd}
        columns={[
          patientColumn(),
          { header: copy.columns.clinician, kind: 'key', cell: (token) => fullName(token.user) },
          statusColumn(now),
          smsColumn,
          { header: copy.columns.created, cell: (token) => <NearTime iso={token.created_at} now={now} /> },
          {
            header: copy.columns.expires,
            cell: (token) => <Expiry token={token} soon={soon(token)} now={now} />,
          },
          tokenColumn,
          actionsColumn({ now, copyLink, dialogs }),
        ]}
      />
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
          aria-label={copy.monitor.expiringSoon}
          style={{ flex: 'none' }}
        />
      )}
      <NearTime iso={token.expires_at} now={now} />
    </span>
  );
}
