import { limits, messages, type Document } from '@caredrop/contracts';
import { IconFileZip } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import { formatSize, fullName } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import type { Column } from '../../shared/ui/data-table.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Page } from '../../shared/ui/page.js';
import { PagesError } from '../../shared/ui/pages-error.js';
import { StatCards } from '../../shared/ui/stat-cards.js';
import { ListBody } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { AdminFilters, type ClinicianFilterProps } from './admin-filters.js';
import { copy } from './copy.js';
import { documentStats } from './document-rules.js';
import {
  noAdminFilters,
  useAdminDocumentsInfiniteQuery,
  type AdminDocumentFilters,
} from './documents.api.js';
import { DocumentsTable } from './documents-table.js';
import { useDeleteDialog } from './use-delete-dialog.js';
import { useZipDownload } from './use-zip-download.js';

const ZipState = lazy(async () => ({ default: (await import('./zip-state.js')).ZipState }));

const clinician: Column<Document> = {
  header: copy.columns.clinician,
  kind: 'key',
  cell: (document) => fullName(document.user),
};
const none: Document[] = [];

/** Fetches the list page by page: the first is shown at once, the rest follows for select-all. */
function useAllDocuments(filters: typeof noAdminFilters) {
  const list = useAdminDocumentsInfiniteQuery(filters);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = list.data?.pages;
  const documents = useMemo(() => pages?.flatMap((page) => page.uploads) ?? none, [pages]);
  const complete = !pages?.at(-1)?.nextCursor;
  const stats = !complete && pages?.[0]?.stats ? pages[0].stats : pages && documentStats(documents);
  return { list, documents, stats };
}

interface Props {
  clinicianFilter: ComponentType<ClinicianFilterProps>;
  savedViews: ReactNode;
}

/** /admin/documents: every clinician's documents, to view, to download as one zip, and to delete. */
export function AdminDocuments({ clinicianFilter, savedViews }: Props) {
  const [filters, setFilters] = useUrlFilters<keyof AdminDocumentFilters>(noAdminFilters);
  const { list, documents, stats } = useAllDocuments(filters);
  const now = useNow();
  const deletion = useDeleteDialog();
  const zip = useZipDownload();
  useErrorToast(list.error, messages.document.loadFailed);
  const failed = list.error !== undefined;
  return (
    <Page title={copy.admin.title} purpose={copy.admin.purpose}>
      <StatCards
        cards={[
          { label: copy.admin.stats.total, figure: stats?.total, failed },
          { label: copy.admin.stats.images, figure: stats?.images, failed },
          { label: copy.admin.stats.pdfs, figure: stats?.pdfs, failed },
          { label: copy.admin.stats.totalSize, figure: stats && formatSize(stats.totalSize), failed },
        ]}
      />
      {savedViews}
      <AdminFilters
        filters={filters}
        onChange={(part) => setFilters({ ...filters, ...part })}
        clinicianFilter={clinicianFilter}
      />
      <Suspense fallback={null}>
        {(zip.progress !== null || zip.missing.length > 0) && <ZipState {...zip} />}
      </Suspense>
      <ListBody list={list} what={copy.admin.what}>
        {(_pages, stale) => (
          <>
            <DocumentsTable
              rows={documents}
              total={stats?.total}
              now={now}
              stale={stale}
              filtered={Object.values(filters).some((value) => value !== '')}
              textMax={limits.adminTableTextMax}
              further={[clinician]}
              askToDelete={deletion.ask}
              bulkAction={(chosen) => (
                <BusyButton
                  busy={zip.busy}
                  label={copy.admin.downloadSelected}
                  loadingLabel={copy.admin.preparingZip}
                  size="sm"
                  icon={<IconFileZip size={18} stroke={1.75} aria-hidden="true" />}
                  onClick={() => void zip.download(chosen)}
                />
              )}
            />
            <PagesError list={list} what={copy.admin.what} furtherPages={copy.admin.furtherPages} />
          </>
        )}
      </ListBody>
      {deletion.element}
    </Page>
  );
}
