import { Button, Group } from '@mantine/core';
import { useState, type ComponentType, type SubmitEvent } from 'react';
import { FilterRow, TextFilter } from '../../shared/ui/filters.js';
import { copy } from './copy.js';
import { noMonitorFilters, type MonitorFilters } from './token-monitor.api.js';
import { StateFilters } from './state-filters.js';

export interface ClinicianFilterProps {
  value: string;
  onChange: (userId: string) => void;
}

interface Props {
  applied: MonitorFilters;
  onApply: (filters: MonitorFilters) => void;
  clinicianFilter: ComponentType<ClinicianFilterProps>;
}

/** A change takes effect only with 'Apply Filters'; 'Reset' clears the filters and reloads the list. */
export function MonitorFilterForm({ applied, onApply, clinicianFilter: ClinicianFilter }: Props) {
  const [filters, setFilters] = useState(applied);
  const [given, setGiven] = useState(applied);
  // A saved view or a link to the page can also set the filters.
  if (applied !== given) {
    setGiven(applied);
    setFilters(applied);
  }
  const change = (part: Partial<MonitorFilters>) => setFilters((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply(filters);
  };
  const reset = () => {
    setFilters(noMonitorFilters);
    onApply(noMonitorFilters);
  };
  return (
    <form noValidate onSubmit={submit}>
      <FilterRow>
        <StateFilters filters={filters} onChange={change} />
        <ClinicianFilter value={filters.userId} onChange={(userId) => change({ userId })} />
        <TextFilter
          label={copy.filters.search}
          placeholder={copy.filters.searchExample}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <Group gap={8}>
          <Button type="button" variant="default" onClick={reset}>
            {copy.filters.reset}
          </Button>
          <Button type="submit">{copy.filters.apply}</Button>
        </Group>
      </FilterRow>
    </form>
  );
}
