import { messages, type Document } from '@caredrop/contracts';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { useNow } from '../../shared/lib/use-now.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { OwnerLine } from '../../shared/people/owner-line.js';
import { ListScopeControl } from '../../shared/people/scope-control.js';
import { scopeOf, useScopes } from '../../shared/people/use-scopes.js';
import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { Page } from '../../shared/ui/page.js';
import { ListBody } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { copy } from './copy.js';
import { matching, noFilters, type DocumentFilters } from './document-rules.js';
import { useDocumentsQuery } from './documents.api.js';
import { DocumentsTable } from './documents-table.js';
import { ReviewFilter } from './review-filter.js';
import { useDeleteDialog } from './use-delete-dialog.js';

const none: Document[] = [];

/**
 * /documents: the service applies the search and the scope; other filters are applied here without further calls.
 * Saved views belong to another feature.
 */
export function DocumentsList({ savedViews }: { savedViews: ReactNode }) {
  const [filters, setFilters] = useUrlFilters(noFilters);
  const scopes = useScopes();
  const scope = scopeOf(filters.scope, scopes);
  const asked = { search: filters.search, scope: scope === 'mine' ? '' : scope };
  const list = useDocumentsQuery(asked.search + asked.scope === '' ? undefined : asked);
  const { data, error } = list;
  // The URL may contain values that the filters do not offer; most of them match nothing.
  const applied = useDeferredValue(filters as DocumentFilters);
  const now = useNow();
  const rows = useMemo(() => matching(data?.uploads ?? none, applied, now), [data, applied, now]);
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'scope' && value !== '');
  const deletion = useDeleteDialog();
  useErrorToast(error, messages.document.loadFailed);
  return (
    <Page title={copy.list.title} purpose={copy.list.purposes[scope]}>
      {savedViews}
      <ListScopeControl
        scopes={scopes}
        value={scope}
        onChange={(wanted) => setFilters({ ...filters, scope: wanted })}
      />
      <Filters
        filters={filters as DocumentFilters}
        onChange={(part) => setFilters({ ...filters, ...part })}
      />
      <ListBody list={list} what={copy.list.what}>
        {(_all, stale) => (
          <DocumentsTable
            rows={rows}
            now={now}
            stale={stale}
            filtered={isFiltered}
            scope={scope}
            owner={({ user, not_mine: notMine, team_id: teamId }) => (
              <OwnerLine owner={user} isMine={!notMine} teamId={teamId} teams={scopes.teams} />
            )}
            askToDelete={deletion.ask}
          />
        )}
      </ListBody>
      {deletion.element}
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
        label={copy.list.filters.search}
        placeholder={copy.list.filters.searchExample}
        value={filters.search}
        pauseMs={300}
        onChange={(search) => onChange({ search })}
      />
      <TextFilter
        label={copy.list.filters.reference}
        value={filters.patientRefId}
        onChange={(patientRefId) => onChange({ patientRefId })}
      />
      <SelectFilter
        label={copy.list.filters.fileType}
        value={filters.fileType}
        onChange={(fileType) => onChange({ fileType: fileType as DocumentFilters['fileType'] })}
        options={[
          ['', copy.list.filters.fileTypes.all],
          ['pdf', copy.list.filters.fileTypes.pdf],
          ['image', copy.list.filters.fileTypes.image],
        ]}
      />
      <SelectFilter
        label={copy.list.filters.dateRange}
        value={filters.dateRange}
        onChange={(dateRange) => onChange({ dateRange: dateRange as DocumentFilters['dateRange'] })}
        options={[
          ['', copy.list.filters.dateRanges.all],
          ['7', copy.list.filters.dateRanges.week],
          ['30', copy.list.filters.dateRanges.month],
        ]}
      />
      <ReviewFilter
        value={filters.review}
        onChange={(review) => onChange({ review: review as DocumentFilters['review'] })}
      />
    </FilterRow>
  );
}
