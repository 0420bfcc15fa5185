import { expect, it } from '@jest/globals';
import type { StatisticsResponse, StatisticsCounts } from '@caredrop/contracts';
import { statisticsCsv, statisticsCsvName } from './statistics-csv.js';

const counts: StatisticsCounts = {
  ...{ made: 12, sent: 11, delivered: 10, opened: 9, started: 8, arrived: 7, reviewed: 6 },
  ...{ texts: 20, arrived_by_text: 7 },
};
const response: StatisticsResponse = {
  ...{
    from: '2026-10-01',
    to: '2026-10-31',
    time_zone: 'Europe/London',
    counted_at: '2026-11-01T09:00:00.000Z',
  },
  total: counts,
  groups: [{ key: 'x', user: { firstName: '=Ana', lastName: 'Berg' }, ...counts }],
  others: { groups: 2, ...counts },
  waits: [{ wait: 'answer', links: 7, half: 7_200, nine_tenths: 172_800 }],
  failures: [{ reason: 'Switched off, or out of range.', texts: 8 }],
  other_failures: 5,
};

it('the CSV contains the counts, the times and the failed texts, and no cell that a spreadsheet would evaluate', () => {
  const steps = '12,11,10,9,8,7,6,20';
  expect(statisticsCsv(response, 'clinician').split('\r\n')).toEqual([
    '\ufeffFirst day,Last day,Time zone',
    '2026-10-01,2026-10-31,Europe/London',
    '',
    'Clinician,Link made,Text sent,Text delivered,Page opened,Upload started,Document arrived,Document reviewed,Texts',
    `All,${steps}`,
    `'=Ana Berg,${steps}`,
    `Others (2),${steps}`,
    '',
    'Step,Links,Half within (seconds),Nine of ten within (seconds)',
    '"In all, from the link to the document",7,7200,172800',
    '',
    'Reason,Texts',
    '"Switched off, or out of range.",8',
    'Other reasons,5',
    '',
  ]);
});

it('the file is named after its first and last day', () => {
  expect(statisticsCsvName(response)).toBe('statistics-2026-10-01-2026-10-31.csv');
});
