import { auditActions, auditOutcomes } from '@caredrop/contracts';
import { fullName } from '../../shared/lib/format.js';
import { DayFilter, FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { useAuditPeopleQuery, type AuditFilters as Filters } from './audit.api.js';
import { outcomeLabels } from './outcome-labels.js';
import { actionLabel } from './copy.js';

const typingPauseMs = 300;

const nobodies: [string, string][] = [
  ['', 'Anybody'],
  ['patient', 'Patients'],
  ['anonymous', 'Not signed in'],
  ['system', 'Caredrop itself'],
];
const actions = auditActions
  .map((action): [string, string] => [action, actionLabel(action)])
  .sort(([, a], [, b]) => a.localeCompare(b));

/** Filters by person, action, outcome, subject and time; they apply to the list and to the exports. */
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
      <SelectFilter
        label="Who"
        value={filters.who}
        onChange={(who) => onChange({ who })}
        options={[...nobodies, ...names]}
      />
      <SelectFilter
        label="What"
        value={filters.action}
        onChange={(action) => onChange({ action })}
        options={[['', 'Anything'], ...actions]}
      />
      <SelectFilter
        label="Outcome"
        value={filters.outcome}
        onChange={(outcome) => onChange({ outcome })}
        options={[
          ['', 'Any outcome'],
          ...auditOutcomes.map((outcome): [string, string] => [outcome, outcomeLabels[outcome]]),
        ]}
      />
      <TextFilter
        label="Id"
        placeholder="link, document, person, request"
        value={filters.subject}
        pauseMs={typingPauseMs}
        onChange={(subject) => onChange({ subject })}
      />
      <DayFilter label="From (UTC)" value={filters.since} onChange={(since) => onChange({ since })} />
      <DayFilter label="To (UTC)" value={filters.until} onChange={(until) => onChange({ until })} />
    </FilterRow>
  );
}
