import type { ComponentType } from 'react';
import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { copy } from './copy.js';
import type { AdminDocumentFilters } from './documents.api.js';
import { ReviewFilter } from './review-filter.js';

export interface ClinicianFilterProps {
  value: string;
  onChange: (userId: string) => void;
}

interface Props {
  filters: AdminDocumentFilters;
  onChange: (part: Partial<AdminDocumentFilters>) => void;
  clinicianFilter: ComponentType<ClinicianFilterProps>;
}

const typingPauseMs = 300;

/** Filters that the server applies: choices at once, text after a pause in typing. */
export function AdminFilters({ filters, onChange, clinicianFilter: ClinicianFilter }: Props) {
  return (
    <FilterRow>
      <TextFilter
        label={copy.admin.filters.reference}
        value={filters.patientRefId}
        pauseMs={typingPauseMs}
        onChange={(patientRefId) => onChange({ patientRefId })}
      />
      <ClinicianFilter value={filters.userId} onChange={(userId) => onChange({ userId })} />
      <SelectFilter
        label={copy.admin.filters.fileType}
        value={filters.fileType}
        onChange={(fileType) => onChange({ fileType })}
        options={[
          ['', copy.admin.filters.fileTypes.all],
          ['image', copy.admin.filters.fileTypes.image],
          ['pdf', copy.admin.filters.fileTypes.pdf],
          ['other', copy.admin.filters.fileTypes.other],
        ]}
      />
      <SelectFilter
        label={copy.admin.filters.dateRange}
        value={filters.dateRange}
        onChange={(dateRange) => onChange({ dateRange })}
        options={[
          ['', copy.admin.filters.dateRanges.all],
          ['today', copy.admin.filters.dateRanges.today],
          ['week', copy.admin.filters.dateRanges.week],
          ['month', copy.admin.filters.dateRanges.month],
          ['year', copy.admin.filters.dateRanges.year],
        ]}
      />
      <ReviewFilter value={filters.review} onChange={(review) => onChange({ review })} />
    </FilterRow>
  );
}
