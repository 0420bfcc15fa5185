import { Button, Group } from '@mantine/core';
import { useState, type ComponentType, type SubmitEvent } from 'react';
import { FilterRow, SelectFilter, TextFilter } from '../../shared/ui/filters.js';
import { noMonitorFilters, type MonitorFilters } from './token-monitor.api.js';

export interface ClinicianFilterProps {
  value: string;
  onChange: (userId: string) => void;
}

interface Props {
  applied: MonitorFilters;
  onApply: (filters: MonitorFilters) => void;
  clinicianFilter: ComponentType<ClinicianFilterProps>;
}

/** Nothing is requested until 'Apply Filters'; 'Reset' clears and reloads. */
export function MonitorFilterForm({ applied, onApply, clinicianFilter: ClinicianFilter }: Props) {
  const [filters, setFilters] = useState(applied);
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
        <SelectFilter
          label="Status"
          value={filters.status}
          onChange={(status) => change({ status })}
          options={[
            ['', 'All statuses'],
            ['active', 'active'],
            ['used', 'used'],
            ['expired', 'expired'],
            ['revoked', 'revoked'],
          ]}
        />
        <SelectFilter
          label="Expiry Range"
          value={filters.expiryRange}
          onChange={(expiryRange) => change({ expiryRange })}
          options={[
            ['', 'Any time'],
            ['today', 'Today'],
            ['week', 'This week'],
            ['month', 'This month'],
          ]}
        />
        <ClinicianFilter value={filters.userId} onChange={(userId) => change({ userId })} />
        <TextFilter
          label="Search"
          placeholder="Patient ID or token"
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <Group gap={8}>
          <Button type="button" variant="default" onClick={reset}>
            Reset
          </Button>
          <Button type="submit">Apply Filters</Button>
        </Group>
      </FilterRow>
    </form>
  );
}
