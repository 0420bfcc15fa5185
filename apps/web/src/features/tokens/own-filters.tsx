import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { copy } from './copy.js';
import type { OwnFilters } from './tokens.api.js';
import { StateFilters } from './state-filters.js';

interface Props {
  filters: OwnFilters;
  onChange: (filters: OwnFilters) => void;
}

/** Filters and order of the list of links, the user's own or colleagues'; changes apply without a button. */
export function OwnFilterRow({ filters, onChange }: Props) {
  const change = (part: Partial<OwnFilters>) => onChange({ ...filters, ...part });
  return (
    <FilterRow>
      <TextFilter
        label={copy.filters.search}
        placeholder={copy.filters.searchOwnExample}
        value={filters.search}
        onChange={(search) => change({ search })}
        pauseMs={300}
      />
      <StateFilters filters={filters} onChange={change} />
      <SelectFilter
        label={copy.filters.sort}
        value={filters.sort}
        onChange={(sort) => change({ sort })}
        options={[
          ['', copy.filters.sorts.newest],
          ['expiry', copy.filters.sorts.expiry],
        ]}
      />
    </FilterRow>
  );
}
