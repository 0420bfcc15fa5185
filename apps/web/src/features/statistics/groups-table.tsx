import type { StatisticsResponse, StatisticsCounts, StatisticsGrouping } from '@caredrop/contracts';
import { DataTable, type Column } from '../../shared/ui/data-table.js';
import { Section } from '../../shared/ui/page.js';
import { Bar } from './bar.js';
import { copy } from './copy.js';
import { groupName, share } from './figures.js';
import classes from './statistics.module.css';

type Row = StatisticsCounts & { id: string; name: string };

const number = (header: string, of: (row: Row) => string | number): Column<Row> => ({
  ...{ header, kind: 'number', cell: of },
});

const columnsFor = (by: StatisticsGrouping): Column<Row>[] => [
  {
    ...{ header: copy.groupings[by], kind: 'main' },
    cell: ({ name, arrived, made }) => (
      <>
        {name}
        <Bar part={arrived} whole={made} />
      </>
    ),
  },
  number(copy.groups.links, ({ made }) => made),
  number(copy.groups.opened, ({ opened }) => opened),
  number(copy.groups.arrived, ({ arrived }) => arrived),
  number(copy.groups.share, ({ arrived, made }) => share(arrived, made)),
  number(copy.groups.reviewed, ({ reviewed }) => reviewed),
  number(copy.groups.texts, ({ texts }) => texts),
];

type Props = Pick<StatisticsResponse, 'groups' | 'others'> & { by: StatisticsGrouping };

/** The links by language, channel, reminders, template or clinician. */
export function GroupsTable({ groups, others, by }: Props) {
  const rows: Row[] = [
    ...groups.map((group) => ({ ...group, id: group.key ?? '', name: groupName(group, by) })),
    ...(others ? [{ ...others, id: 'others', name: copy.groups.others(others.groups) }] : []),
  ];
  return (
    <Section title={copy.groups.title(by)}>
      <DataTable label={copy.groups.title(by)} columns={columnsFor(by)} rows={rows} idOf={({ id }) => id} />
      {others && <p className={classes.help}>{copy.groups.hidden}</p>}
    </Section>
  );
}
