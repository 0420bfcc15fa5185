import { z } from 'zod';
import { emptyAsAbsent, personSchema, timestamp } from '../common.js';
import { statisticsWaits } from '../statistics-steps.js';

const groupings = ['channel', 'language', 'reminders', 'template'] as const;
const adminGroupings = [...groupings, 'clinician'] as const;
export type StatisticsGrouping = (typeof adminGroupings)[number];

/**
 * Days in the clinic's time zone, both inclusive. Links made in this period are counted; of a request for several
 * documents, only the link for the first. `to` defaults to today; without `from`, the period has 30 days.
 */
const day = z.iso.date().refine((text) => text >= '2000-01-01');
const period = {
  from: z.preprocess(emptyAsAbsent, day.optional()),
  to: z.preprocess(emptyAsAbsent, day.optional()),
};
export const statisticsQuery = z.object({
  ...period,
  by: z.preprocess(emptyAsAbsent, z.enum(groupings).default('channel')),
});
export const adminStatisticsQuery = z.object({
  ...period,
  by: z.preprocess(emptyAsAbsent, z.enum(adminGroupings).default('channel')),
});
export type StatisticsQuery = z.infer<typeof adminStatisticsQuery>;

const count = z.number().int();

/**
 * How many of the links reached each step. `sent` and `delivered` concern texts only; a link that reached a
 * later step counts as opened and started, even if that was not recorded. `texts`: links and reminders that
 * were sent as texts; `arrived_by_text`: documents that arrived through links that were texted.
 */
const statisticsCounts = z.object({
  ...{ made: count, sent: count, delivered: count, opened: count },
  ...{ started: count, arrived: count, reviewed: count, texts: count, arrived_by_text: count },
});
export type StatisticsCounts = z.infer<typeof statisticsCounts>;

/**
 * `key`: `text`, `email` (emailed and not texted) or `hand`; the id of a language; the number of reminders
 * sent; the id of a template or clinician. Null: none was chosen.
 */
const statisticsGroup = statisticsCounts.extend({
  key: z.string().nullable(),
  /** Only for groups by clinician. */
  user: personSchema.optional(),
  /** Name of the template, which may be archived. */
  template: z.string().optional(),
});
export type StatisticsGroup = z.infer<typeof statisticsGroup>;

/**
 * A group of fewer than {@link limits.smallCell} links or texts is not shown as a row, but added to the others. A wait
 * with fewer links is left out.
 */
export const statisticsResponse = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string(),
  /**
   * When the links were counted. The whole clinic's links are mostly counted in advance, so later changes may be
   * missing; a clinician's own links are counted for each request.
   */
  counted_at: timestamp,
  /** Null when so few links were made that nothing is shown. */
  total: statisticsCounts.nullable(),
  /** Largest group first; groups by reminders are sorted by number. */
  groups: z.array(statisticsGroup),
  /** The sum of the groups that are not shown; null when all are. */
  others: statisticsCounts.extend({ groups: count }).nullable(),
  /**
   * Half of the links took at most `half` seconds, nine of ten at most `nine_tenths`. Rounded up to whole minutes;
   * above an hour to hours, and above two days to days.
   */
  waits: z.array(z.object({ wait: z.enum(statisticsWaits), links: count, half: count, nine_tenths: count })),
  /** Why texts failed, in plain words, most frequent first. */
  failures: z.array(z.object({ reason: z.string(), texts: count })),
  other_failures: count.nullable(),
});
export type StatisticsResponse = z.infer<typeof statisticsResponse>;
