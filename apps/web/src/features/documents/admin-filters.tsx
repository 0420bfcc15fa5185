import type { ComponentType } from 'react';
import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import type { AdminDocumentFilters } from './documents.api.js';

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

/** Applied on the server at once; text after a pause in typing. */
export function AdminFilters({ filters, onChange, clinicianFilter: ClinicianFilter }: Props) {
  return (
    <FilterRow>
      <TextFilter
        label="Patient Reference ID"
        value={filters.patientRefId}
        pauseMs={typingPauseMs}
        onChange={(patientRefId) => onChange({ patientRefId })}
      />
      <ClinicianFilter value={filters.userId} onChange={(userId) => onChange({ userId })} />
      <SelectFilter
        label="File Type"
        value={filters.fileType}
        onChange={(fileType) => onChange({ fileType })}
        options={[
          ['', 'All types'],
          ['image', 'Image'],
          ['pdf', 'PDF'],
          ['other', 'Other'],
        ]}
      />
      <SelectFilter
        label="Date Range"
        value={filters.dateRange}
        onChange={(dateRange) => onChange({ dateRange })}
        options={[
          ['', 'All time'],
          ['today', 'Today'],
          ['week', 'Last 7 days'],
          ['month', 'Last 30 days'],
          ['year', 'Last 365 days'],
        ]}
      />
    </FilterRow>
  );
}
