import { Injectable } from '@nestjs/common';
import {
  limits,
  NOT_DELIVERED,
  smsCause,
  type StatisticsResponse,
  type StatisticsCounts,
  type StatisticsGrouping,
} from '@caredrop/contracts';
import { UserNames } from '../people/user-names.js';
import { percentilesOf } from './percentiles.js';
import { foldSmallCells } from './small-cells.js';
import { StatisticsQueries, type Counted, type CountedGroup, type Failures } from './statistics.queries.js';

type Shown = Pick<
  StatisticsResponse,
  'total' | 'groups' | 'others' | 'waits' | 'failures' | 'other_failures'
>;

/** Presents what was counted, without small cells. */
@Injectable()
export class StatisticsPresenter {
  constructor(
    private readonly names: UserNames,
    private readonly queries: StatisticsQueries,
  ) {}

  async shown({ groups, waits, failures }: Counted, by: StatisticsGrouping): Promise<Shown> {
    const total = sumOf(groups);
    if (total.made < limits.smallCell) return nothing;
    const { shown, others } = foldSmallCells(inOrder(groups, by), ({ made }) => made);
    return {
      total,
      groups: await this.named(shown, by),
      others: others.length === 0 ? null : { groups: others.length, ...sumOf(others) },
      waits: percentilesOf(waits),
      ...causesOf(failures),
    };
  }

  private async named(groups: CountedGroup[], by: StatisticsGrouping): Promise<Shown['groups']> {
    if (by === 'clinician') return this.withNames(groups);
    if (by === 'template') return this.withTemplates(groups);
    return groups;
  }

  private async withTemplates(groups: CountedGroup[]): Promise<Shown['groups']> {
    const names = await this.queries.templateNames(groups.flatMap(({ key }) => key ?? []));
    return groups.map((group) => ({ ...group, template: names.get(group.key ?? '') }));
  }

  private async withNames(groups: CountedGroup[]): Promise<Shown['groups']> {
    const ids = groups.flatMap(({ key }) => key ?? []);
    const known = await this.names.find(ids);
    const missing = ids.filter((id) => !known.has(id));
    const past = missing.length === 0 ? known : await this.queries.latestStoredNames(missing);
    return groups.map((group) => {
      const user = known.get(group.key ?? '') ?? past.get(group.key ?? '');
      return user ? { ...group, user } : group;
    });
  }
}

const nothing: Shown = {
  ...{ total: null, groups: [], others: null },
  ...{ waits: [], failures: [], other_failures: null },
};

const inOrder = (groups: CountedGroup[], by: StatisticsGrouping) =>
  by === 'reminders' ? groups.toSorted((one, other) => Number(one.key) - Number(other.key)) : groups;

const none: StatisticsCounts = {
  ...{ made: 0, sent: 0, delivered: 0, opened: 0, started: 0 },
  ...{ arrived: 0, reviewed: 0, texts: 0, arrived_by_text: 0 },
};

function sumOf(groups: StatisticsCounts[]): StatisticsCounts {
  const sum = { ...none };
  for (const group of groups)
    for (const step of Object.keys(none) as (keyof StatisticsCounts)[]) sum[step] += group[step];
  return sum;
}

/** Failed texts by cause, the most frequent first; several codes can have the same cause. */
function causesOf(failures: Failures[]): Pick<Shown, 'failures' | 'other_failures'> {
  const byCause = new Map<string, number>();
  for (const { code, texts } of failures) {
    const cause = smsCause(code ?? NOT_DELIVERED);
    byCause.set(cause, (byCause.get(cause) ?? 0) + texts);
  }
  const rows = [...byCause].map(([reason, texts]) => ({ reason, texts }));
  rows.sort((one, other) => other.texts - one.texts || one.reason.localeCompare(other.reason));
  const { shown, others } = foldSmallCells(rows, ({ texts }) => texts);
  const rest = others.reduce((sum, { texts }) => sum + texts, 0);
  return { failures: shown, other_failures: rest >= limits.smallCell ? rest : null };
}
