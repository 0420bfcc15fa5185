import { z } from 'zod';
import { emptyAsAbsent, personSchema, timestamp } from '../common.js';

/** The steps of a link, in their order. */
export const statisticsSteps = [
  'made',
  'sent',
  'delivered',
  'opened',
  'started',
  'arrived',
  'reviewed',
] as const;
export type StatisticsStep = (typeof statisticsSteps)[number];

/** The times between two steps; `answer` is from the link's creation to the document's arrival. */
export const statisticsWaits = ['send', 'deliver', 'open', 'start', 'arrive', 'review', 'answer'] as const;
export type StatisticsWait = (typeof statisticsWaits)[number];

const groupings = ['channel', 'language', 'reminders', 'template'] as const;
const adminGroupings = [...groupings, 'clinician'] as const;
export type StatisticsGrouping = (typeof adminGroupings)[number];

/**
 * Days of the clinic's time zone, both included: the links that were made in them are counted. Without `to` they end
 * today, without `from` there are 30 of them.
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
 * How many of the links reached each step. `sent` and `delivered` concern texts only; a link that reached a later step
 * counts as opened and started, even when that was not recorded. `texts`: links and reminders that were sent as texts;
 * `arrived_by_text`: documents that arrived by links that were texted.
 */
const statisticsCounts = z.object({
  ...{ made: count, sent: count, delivered: count, opened: count },
  ...{ started: count, arrived: count, reviewed: count, texts: count, arrived_by_text: count },
});
export type StatisticsCounts = z.infer<typeof statisticsCounts>;

/**
 * `key`: `text`, `email` (emailed and not texted) or `hand`; the id of a language; how many reminders were sent; the id of a
 * template or clinician. Null: none chosen.
 */
const statisticsGroup = statisticsCounts.extend({
  key: z.string().nullable(),
  /** Only for clinicians. */
  user: personSchema.optional(),
  /** The name of a template, whether it is archived or not. */
  template: z.string().optional(),
});
export type StatisticsGroup = z.infer<typeof statisticsGroup>;

/** Fewer than {@link limits.smallCell} links, texts or times are not shown as a row: they are added to the others. */
export const statisticsAnswer = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string(),
  /** What happened since may be missing: the days of a clinic are counted in advance. */
  counted_at: timestamp,
  /** Null when so few links were made that nothing is shown. */
  total: statisticsCounts.nullable(),
  /** The largest first, reminders by number. */
  groups: z.array(statisticsGroup),
  /** The sum of the groups that are not shown; null when all are. */
  others: statisticsCounts.extend({ groups: count }).nullable(),
  /**
   * Half of the links took at most `half` seconds, nine of ten at most `nine_tenths`: rounded up to minutes, after an hour to
   * hours, and after two days to days.
   */
  waits: z.array(z.object({ wait: z.enum(statisticsWaits), links: count, half: count, nine_tenths: count })),
  /** Why texts failed, in plain words, the most frequent first. */
  failures: z.array(z.object({ reason: z.string(), texts: count })),
  other_failures: count.nullable(),
});
export type StatisticsAnswer = z.infer<typeof statisticsAnswer>;
