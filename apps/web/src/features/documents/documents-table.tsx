import { errors, messages, type Document, type ListScope } from '@caredrop/contracts';
import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatSize } from '../../shared/lib/format.js';
import { AskedAgainBadge, ReviewBadge } from '../../shared/ui/badges.js';
import { BulkBar } from '../../shared/ui/bulk-bar.js';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { EmptyState } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useSelection } from '../../shared/ui/use-selection.js';
import { NearTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { DocumentActions } from './document-actions.js';
import { closedLabel } from './document-rules.js';
import { FileCell } from './file-cell.js';
import { useDownload } from './use-download.js';
import type { AskToDelete } from './use-delete-dialog.js';

interface Props {
  rows: Document[];
  /** The total; more than `rows` while pages are still loading. */
  total?: number;
  now: number;
  stale?: boolean;
  /** Maximum length of file names and comments; if absent, they are cut off after three lines. */
  textMax?: number;
  /** Renders the document's owner, below its name. */
  owner?: (document: Document) => ReactNode;
  /** Whose documents are listed. */
  scope?: ListScope;
  /** Columns between the patient and the review. */
  further?: Column<Document>[];
  /** Further actions on the selection, in addition to deleting. */
  bulkAction?: (chosen: Document[]) => ReactNode;
  askToDelete: AskToDelete;
  /** Whether filters are set: an empty list then offers to clear them. */
  filtered: boolean;
}

/** Documents with check boxes, actions per document, and actions on the selection. */
export function DocumentsTable(props: Props) {
  const { rows, total = rows.length, now, stale, textMax, further = [], bulkAction, askToDelete } = props;
  const selection = useSelection(rows, (document) => document.file_name);
  const { download, busyId } = useDownload();
  const { chosen, clear } = selection;
  const trail = useMemo(
    () => ({ trail: rows.filter((row) => closedLabel(row) === null).map(({ id }) => id) }),
    [rows],
  );
  const deleteChosen = () => {
    if (chosen.length === 0) toast.error(errors.deletion_empty.text);
    else askToDelete({ documents: chosen, bulk: true, onDeleted: clear });
  };
  const columns: Column<Document>[] = [
    {
      header: copy.columns.file,
      kind: 'main',
      cell: (document) => (
        <FileCell document={document} max={textMax} trail={trail}>
          {props.owner?.(document)}
        </FileCell>
      ),
    },
    { header: copy.columns.patient, kind: 'key', cell: (document) => document.patient_ref_id },
    ...further,
    {
      header: copy.columns.review,
      cell: (document) => (
        <>
          <ReviewBadge state={document.review.state} />
          {document.asked_again && <AskedAgainBadge />}
        </>
      ),
    },
    { header: copy.columns.date, cell: (document) => <NearTime iso={document.created_at} now={now} /> },
    { header: copy.columns.size, kind: 'number', cell: (document) => formatSize(document.file_size) },
    {
      header: copy.columns.actions,
      kind: 'actions',
      cell: (document) => (
        <DocumentActions
          document={document}
          busy={busyId === document.id}
          trail={trail}
          onDownload={(wanted) => void download(wanted)}
          onDelete={(unwanted) => askToDelete({ documents: [unwanted], bulk: false, onDeleted: clear })}
        />
      ),
    },
  ];
  return (
    <>
      <BulkBar
        total={total}
        noun={copy.countNoun}
        chosen={chosen.length}
        danger={
          <Button
            variant="outline"
            color="red"
            size="sm"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
            onClick={deleteChosen}
          >
            {chosen.length > 0 ? copy.table.deleteMany(chosen.length) : copy.table.delete}
          </Button>
        }
      >
        {bulkAction?.(chosen)}
      </BulkBar>
      {rows.length === 0 ? (
        <None filtered={props.filtered} scope={props.scope ?? 'mine'} />
      ) : (
        <DataTable
          label={copy.table.label}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          selection={selection}
          stale={stale}
        />
      )}
    </>
  );
}

const None = ({ filtered, scope }: { filtered: boolean; scope: ListScope }) => (
  <EmptyState sentence={messages.document.noneMatching}>
    {filtered ? (
      <Button
        component={Link}
        to={{ search: scope === 'mine' ? '' : `scope=${scope}` }}
        replace
        variant="default"
      >
        {copy.table.clearFilters}
      </Button>
    ) : (
      <Text c="dimmed" size="sm">
        {copy.table.none[scope]}
      </Text>
    )}
  </EmptyState>
);
