import { auditActions, auditOutcomes } from '@caredrop/contracts';
import { fullName } from '../../shared/lib/format.js';
import { DayFilter, FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { useAuditPeopleQuery, type AuditFilters as Filters } from './audit.api.js';
import { actionLabel, copy } from './copy.js';

const typingPauseMs = 300;

const otherActors: [string, string][] = [
  ['', copy.filters.anybody],
  ['patient', copy.filters.patients],
  ['anonymous', copy.filters.anonymous],
  ['system', copy.filters.system],
];
const actions = auditActions
  .map((action): [string, string] => [action, actionLabel(action)])
  .sort(([, a], [, b]) => a.localeCompare(b));

/** The filters, which apply to the list and to the exports. */
export function AuditFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}) {
  const people = useAuditPeopleQuery().data ?? [];
  const names = people
    .map((user): [string, string] => [user.id, fullName(user) || user.email])
    .sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <FilterRow>
      <TextFilter
        label={copy.filters.search}
        placeholder={copy.filters.searchHint}
        value={filters.search}
        pauseMs={typingPauseMs}
        onChange={(search) => onChange({ search })}
      />
      <SelectFilter
        label={copy.filters.who}
        value={filters.who}
        onChange={(who) => onChange({ who })}
        options={[...otherActors, ...names]}
      />
      <SelectFilter
        label={copy.filters.what}
        value={filters.action}
        onChange={(action) => onChange({ action })}
        options={[['', copy.filters.anything], ...actions]}
      />
      <SelectFilter
        label={copy.filters.outcome}
        value={filters.outcome}
        onChange={(outcome) => onChange({ outcome })}
        options={[
          ['', copy.filters.anyOutcome],
          ...auditOutcomes.map((outcome): [string, string] => [outcome, copy.outcomes[outcome]]),
        ]}
      />
      <TextFilter
        label={copy.filters.id}
        placeholder={copy.filters.idHint}
        value={filters.subject}
        pauseMs={typingPauseMs}
        onChange={(subject) => onChange({ subject })}
      />
      <DayFilter label={copy.filters.since} value={filters.since} onChange={(since) => onChange({ since })} />
      <DayFilter label={copy.filters.until} value={filters.until} onChange={(until) => onChange({ until })} />
    </FilterRow>
  );
}
