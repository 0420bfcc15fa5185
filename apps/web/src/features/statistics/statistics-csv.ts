import {
  statisticsSteps,
  type StatisticsResponse,
  type StatisticsCounts,
  type StatisticsGrouping,
} from '@caredrop/contracts';
import { csvCell } from '../../shared/lib/csv.js';
import { copy } from './copy.js';
import { groupName } from './figures.js';

type Cell = string | number;

const line = (cells: readonly Cell[]) => cells.map((cell) => csvCell(String(cell))).join(',');

const countsOf = (counts: StatisticsCounts): Cell[] => [
  ...statisticsSteps.map((step) => counts[step]),
  counts.texts,
];

/**
 * The statistics as CSV: the steps of all links and of each group, the times, and why texts failed. With a byte-order
 * mark, without which Excel would garble names that are not plain ASCII.
 */
export function statisticsCsv(response: StatisticsResponse, by: StatisticsGrouping): string {
  const {
    from,
    to,
    time_zone: zone,
    total,
    groups,
    others,
    waits,
    failures,
    other_failures: rest,
  } = response;
  const { steps, texts, csv } = copy;
  const rows: (readonly Cell[])[] = [
    csv.period,
    [from, to, zone],
    [],
    [copy.groupings[by], ...statisticsSteps.map((step) => steps.labels[step]), copy.groups.texts],
    ...(total ? [[csv.all, ...countsOf(total)]] : []),
    ...groups.map((group) => [groupName(group, by), ...countsOf(group)]),
    ...(others ? [[csv.others(others.groups), ...countsOf(others)]] : []),
    [],
    [copy.waits.wait, copy.waits.links, csv.seconds(copy.waits.half), csv.seconds(copy.waits.nineTenths)],
    ...waits.map(({ wait, links, half, nine_tenths }) => [copy.waits.labels[wait], links, half, nine_tenths]),
    [],
    [texts.reason, texts.count],
    ...failures.map(({ reason, texts: count }) => [reason, count]),
    ...(rest === null ? [] : [[texts.others, rest]]),
  ];
  return `\ufeff${[...rows.map(line), ''].join('\r\n')}`;
}

export const statisticsCsvName = ({ from, to }: Pick<StatisticsResponse, 'from' | 'to'>) =>
  `statistics-${from}-${to}.csv`;
