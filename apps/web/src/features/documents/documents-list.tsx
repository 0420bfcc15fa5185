import { messages, type Document } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatSize } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { CountBadge } from '../../shared/ui/badges.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { Page } from '../../shared/ui/page.js';
import { EmptyState, ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { useSelection } from '../../shared/ui/use-selection.js';
import { NearTime } from '../../shared/ui/values.js';
import { DeleteDialog } from './delete-dialog.js';
import { DocumentActions } from './document-actions.js';
import { matching, noFilters, type DocumentFilters } from './document-rules.js';
import { useDocumentsQuery } from './documents.api.js';
import { FileCell } from './file-cell.js';
import { useDownload } from './use-download.js';

const none: Document[] = [];

/** /documents: everything fetched once, then filtered here without a further call. */
export function DocumentsList() {
  const { data, error, isLoading, refetch } = useDocumentsQuery();
  const [filters, setFilters] = useState<DocumentFilters>(noFilters);
  const applied = useDeferredValue(filters);
  const now = useNow();
  const rows = useMemo(() => matching(data?.uploads ?? none, applied, now), [data, applied, now]);
  useErrorToast(error, messages.document.loadFailed);
  return (
    <Page title="Documents" purpose="What your patients have sent you, the newest first.">
      <Filters filters={filters} onChange={(part) => setFilters((before) => ({ ...before, ...part }))} />
      {isLoading && <ListSkeleton />}
      {error && !data && <ErrorState what="Your documents" onRetry={() => void refetch()} />}
      {data && <Rows rows={rows} now={now} />}
    </Page>
  );
}

interface FiltersProps {
  filters: DocumentFilters;
  onChange: (part: Partial<DocumentFilters>) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  return (
    <FilterRow>
      <TextFilter
        label="Patient reference"
        value={filters.patientRefId}
        onChange={(patientRefId) => onChange({ patientRefId })}
      />
      <SelectFilter
        label="File type"
        value={filters.fileType}
        onChange={(fileType) => onChange({ fileType: fileType as DocumentFilters['fileType'] })}
        options={[
          ['', 'All types'],
          ['pdf', 'PDF'],
          ['image', 'Image'],
        ]}
      />
      <SelectFilter
        label="Date range"
        value={filters.dateRange}
        onChange={(dateRange) => onChange({ dateRange: dateRange as DocumentFilters['dateRange'] })}
        options={[
          ['', 'All time'],
          ['7', 'Last 7 days'],
          ['30', 'Last 30 days'],
        ]}
      />
    </FilterRow>
  );
}

function Rows({ rows, now }: { rows: Document[]; now: number }) {
  const selection = useSelection(rows, (document) => document.file_name);
  const [deleting, setDeleting] = useState<{ documents: Document[]; bulk: boolean } | null>(null);
  const { download, busyId } = useDownload();
  const count = selection.chosen.length;
  const deleteChosen = () => {
    if (count === 0) toast.error(messages.document.selectToDelete);
    else setDeleting({ documents: selection.chosen, bulk: true });
  };
  const columns: Column<Document>[] = [
    { header: 'File', kind: 'main', cell: (document) => <FileCell document={document} /> },
    { header: 'Patient', kind: 'key', cell: (document) => document.patient_ref_id },
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
      <div
        style={{
          display: 'flex',
          gap: 12,
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
        }}
      >
        <CountBadge count={rows.length} noun="document" />
        <Button
          variant="outline"
          color="red"
          size="sm"
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
          onClick={deleteChosen}
        >
          {count > 0 ? `Delete ${count}` : 'Delete'}
        </Button>
      </div>
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
