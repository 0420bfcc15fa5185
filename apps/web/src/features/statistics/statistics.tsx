import type { StatisticsGrouping } from '@caredrop/contracts';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatDay, formatTime } from '../../shared/lib/format.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { DayFilter, FilterRow, SelectFilter } from '../../shared/ui/filters.js';
import { Page } from '../../shared/ui/page.js';
import { EmptyState, ListBody } from '../../shared/ui/states.js';
import { copy } from './copy.js';
import { isPeriod } from './figures.js';
import { GroupsTable } from './groups-table.js';
import { statisticsCsv, statisticsCsvName } from './statistics-csv.js';
import { useStatisticsQuery, type ComparedStatistics } from './statistics.api.js';
import classes from './statistics.module.css';
import { StepsTable } from './steps-table.js';
import { TextsSection } from './texts-section.js';
import { WaitsTable } from './waits-table.js';

const blank = { from: '', to: '', by: '' };

const groupingsFor = (everyone: boolean): StatisticsGrouping[] => [
  ...(['channel', 'language', 'reminders', 'template'] as const),
  ...(everyone ? (['clinician'] as const) : []),
];

/** Formats a day. Noon in the user's time zone keeps it on that day. */
const dayOf = (day: string) => formatDay(`${day}T12:00:00`);

/** /statistics and /admin/statistics: how far links got, and how long that took. */
export function Statistics({ everyone }: { everyone: boolean }) {
  const [filters, setFilters] = useUrlFilters(blank);
  const { from, to } = filters;
  const groupings = groupingsFor(everyone);
  const by = groupings.find((known) => known === filters.by) ?? 'channel';
  const valid = isPeriod(from, to);
  const list = useStatisticsQuery({ everyone, from, to, by }, { skip: !valid });
  const whose = everyone ? 'everyone' : 'own';
  const shown = valid ? list.currentData : undefined;
  return (
    <Page
      title={copy.title[whose]}
      purpose={copy.purpose[whose]}
      action={shown?.total && <DownloadButton response={shown} />}
    >
      <FilterRow>
        <DayFilter
          label={copy.from}
          value={from || (shown?.from ?? '')}
          onChange={(day) => setFilters({ ...filters, from: day })}
        />
        <DayFilter
          label={copy.to}
          value={to || (shown?.to ?? '')}
          onChange={(day) => setFilters({ ...filters, to: day })}
        />
        <SelectFilter
          label={copy.by}
          value={by}
          onChange={(wanted) => setFilters({ ...filters, by: wanted })}
          options={groupings.map((one) => [one, copy.groupings[one]])}
        />
      </FilterRow>
      {valid ? (
        <ListBody list={list} what={copy.what}>
          {(response, stale) => <Shown response={response} stale={stale} />}
        </ListBody>
      ) : (
        <Text role="alert">{copy.invalid}</Text>
      )}
    </Page>
  );
}

function Shown({ response, stale }: { response: ComparedStatistics; stale: boolean }) {
  const { by, total, groups, others, waits, failures, other_failures: rest } = response;
  if (!total)
    return (
      <EmptyState sentence={copy.few}>
        <Text size="sm">{copy.fewHelp}</Text>
      </EmptyState>
    );
  return (
    <div className={classes.sections} aria-busy={stale || undefined}>
      <Text role="status" c="dimmed" size="sm">
        {copy.period(dayOf(response.from), dayOf(response.to), response.time_zone)}{' '}
        {copy.countedAt(formatTime(response.counted_at))}
      </Text>
      <StepsTable total={total} />
      <WaitsTable waits={waits} />
      <GroupsTable groups={groups} others={others} by={by} />
      <TextsSection total={total} failures={failures} otherFailures={rest} />
    </div>
  );
}

function DownloadButton({ response }: { response: ComparedStatistics }) {
  const download = () => {
    const file = new Blob([statisticsCsv(response, response.by)], { type: 'text/csv;charset=utf-8' });
    saveBlob(file, statisticsCsvName(response));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
      onClick={download}
    >
      {copy.download}
    </Button>
  );
}
