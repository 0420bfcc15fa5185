import { limits, messages, type Document } from '@caredrop/contracts';
import { Button, Group } from '@mantine/core';
import { IconFileZip, IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { formatSize, fullName } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { CountBadge } from '../../shared/ui/badges.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { BusyButton } from '../../shared/ui/dialog.js';
import { Page } from '../../shared/ui/page.js';
import { StatCards } from '../../shared/ui/stat-cards.js';
import { EmptyState, ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { useSelection } from '../../shared/ui/use-selection.js';
import { NearTime } from '../../shared/ui/values.js';
import { AdminFilters, type ClinicianFilterProps } from './admin-filters.js';
import { DeleteDialog } from './delete-dialog.js';
import { DocumentActions } from './document-actions.js';
import { documentStats } from './document-rules.js';
import { noAdminFilters, useAdminDocumentsInfiniteQuery } from './documents.api.js';
import { FileCell } from './file-cell.js';
import { useDownload } from './use-download.js';
import { useZipDownload } from './use-zip-download.js';

/** Fetches the list page after page: the first is shown at once, the rest follows for select-all. */
function useAllDocuments(filters: typeof noAdminFilters) {
  const list = useAdminDocumentsInfiniteQuery(filters);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = list.currentData?.pages;
  const documents = useMemo(() => pages?.flatMap((page) => page.uploads), [pages]);
  const stats = hasNextPage && pages?.[0]?.stats ? pages[0].stats : documents && documentStats(documents);
  return { ...list, documents, stats };
}

/** /admin/documents: everybody's documents, to look at, to download as one zip, to delete. */
export function AdminDocuments({
  clinicianFilter,
}: {
  clinicianFilter: ComponentType<ClinicianFilterProps>;
}) {
  const [filters, setFilters] = useState(noAdminFilters);
  const { documents, stats, error, isFetching, refetch } = useAllDocuments(filters);
  useErrorToast(error, messages.document.loadFailed);
  const failed = error !== undefined;
  return (
    <Page title="Document Downloads" purpose="Everything the clinic’s patients have sent.">
      <StatCards
        cards={[
          { label: 'Total Documents', figure: stats?.total, failed },
          { label: 'Images', figure: stats?.images, failed },
          { label: 'PDFs', figure: stats?.pdfs, failed },
          { label: 'Total Size', figure: stats && formatSize(stats.totalSize), failed },
        ]}
      />
      <AdminFilters
        filters={filters}
        onChange={(part) => setFilters((before) => ({ ...before, ...part }))}
        clinicianFilter={clinicianFilter}
      />
      {!documents && isFetching && <ListSkeleton />}
      {!documents && failed && !isFetching && (
        <ErrorState what="The documents" onRetry={() => void refetch()} />
      )}
      {documents && <Rows rows={documents} total={stats?.total ?? documents.length} />}
    </Page>
  );
}

function Rows({ rows, total }: { rows: Document[]; total: number }) {
  const now = useNow();
  const selection = useSelection(rows, (document) => document.file_name);
  const [deleting, setDeleting] = useState<{ documents: Document[]; bulk: boolean } | null>(null);
  const { download, busyId } = useDownload();
  const zip = useZipDownload();
  const count = selection.chosen.length;
  const deleteChosen = () => {
    if (count === 0) toast.error(messages.document.selectToDelete);
    else setDeleting({ documents: selection.chosen, bulk: true });
  };
  const columns: Column<Document>[] = [
    {
      header: 'File',
      kind: 'main',
      cell: (document) => <FileCell document={document} max={limits.adminTableTextMax} />,
    },
    { header: 'Patient', kind: 'key', cell: (document) => document.patient_ref_id },
    { header: 'Clinician', cell: (document) => fullName(document.user) },
    { header: 'Date', cell: (document) => <NearTime iso={document.created_at} now={now} /> },
    { header: 'Size', kind: 'number', cell: (document) => formatSize(document.file_size) },
    {
      header: 'Actions',
      kind: 'actions',
      cell: (document) => (
        <DocumentActions
          document={document}
          busy={busyId === document.id}
          onDownload={(wanted) => void download(wanted)}
          onDelete={(unwanted) => setDeleting({ documents: [unwanted], bulk: false })}
        />
      ),
    },
  ];
  return (
    <>
      <Group justify="space-between" gap={12}>
        <CountBadge count={total} noun="document" />
        <Group gap={8}>
          <BusyButton
            busy={zip.busy}
            words="Download Selected"
            busyWords="Preparing zip..."
            size="sm"
            icon={<IconFileZip size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => void zip.download(selection.chosen)}
          />
          <Button
            variant="outline"
            color="red"
            size="sm"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
            onClick={deleteChosen}
          >
            {count > 0 ? `Delete ${count}` : 'Delete'}
          </Button>
        </Group>
      </Group>
      {rows.length === 0 ? (
        <EmptyState sentence={messages.document.noneMatching} />
      ) : (
        <DataTable
          label="Documents"
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          selection={selection}
        />
      )}
      {deleting && (
        <DeleteDialog {...deleting} onClose={() => setDeleting(null)} onDeleted={selection.clear} />
      )}
    </>
  );
}
