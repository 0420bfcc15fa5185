import { SelectFilter } from '../../shared/ui/filters.js';
import { copy } from './copy.js';

interface Props {
  filters: { status: string; expiryRange: string };
  onChange: (part: { status?: string; expiryRange?: string }) => void;
}

/** The filters by status and by expiry, for /tokens and the token monitor. */
export function StateFilters({ filters, onChange }: Props) {
  const { statuses, expiryRanges } = copy.filters;
  return (
    <>
      <SelectFilter
        label={copy.filters.status}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={[
          ['', statuses.all],
          ['active', statuses.active],
          ['used', statuses.used],
          ['expired', statuses.expired],
          ['revoked', statuses.revoked],
        ]}
      />
      <SelectFilter
        label={copy.filters.expiryRange}
        value={filters.expiryRange}
        onChange={(expiryRange) => onChange({ expiryRange })}
        options={[
          ['', expiryRanges.any],
          ['today', expiryRanges.today],
          ['week', expiryRanges.week],
          ['month', expiryRanges.month],
        ]}
      />
    </>
  );
}
