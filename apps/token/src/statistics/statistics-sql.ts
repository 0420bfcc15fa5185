import { statisticsWaits, type StatisticsGrouping, type StatisticsWait } from '@caredrop/contracts';
import { Prisma } from '../generated/prisma/client.js';
import type { Period } from './period.js';

const { empty, join, raw, sql } = Prisma;

/** Links that were made in the period: those of one owner, or everyone's if `ownerId` is null. */
export interface Cohort extends Pick<Period, 'since' | 'before'> {
  ownerId: string | null;
}

/**
 * Of a request for several documents, only links for the first document count: the patient continues to the later ones
 * without a message.
 */
const madeIn = ({ since, before, ownerId }: Cohort) => sql`tokens.created_at >= ${since}::timestamptz
  AND tokens.created_at < ${before}::timestamptz AND coalesce(item_position, 1) = 1
  ${ownerId === null ? empty : sql`AND owner_id = ${ownerId}::uuid`}`;

/**
 * One row for each link of the cohort, with the time of each step. A text is never older than its link, so the period's
 * texts are read by their own index.
 */
const facts = (cohort: Cohort) => sql`
  made AS (
    SELECT id, owner_id, language, template_id, created_at AS made_at, coalesce(first_opened_at, opened_at) AS opened_at,
      coalesce(first_started_at, claim_started_at) AS started_at, used_at AS arrived_at,
      CASE WHEN used_at IS NOT NULL THEN reviewed_at END AS reviewed_at, email_status = 'sent' AS last_emailed
    FROM tokens WHERE ${madeIn(cohort)}
  ), texted AS (
    SELECT token_id, count(*) AS texts, count(reminder) AS reminders, bool_or(status = 'delivered') AS delivered,
      min(created_at) AS sent_at, min(delivered_at) AS delivered_at
    FROM made JOIN sms_sends ON token_id = id
    WHERE accepted AND thanks IS NULL AND created_at >= ${cohort.since}::timestamptz GROUP BY token_id
  ), mailed AS (
    SELECT token_id, count(reminder) AS reminders, bool_or(reminder IS NULL) AS emailed
    FROM made JOIN link_emails ON token_id = id
    WHERE status = 'sent' AND created_at >= ${cohort.since}::timestamptz GROUP BY token_id
  ), facts AS (
    SELECT made.*, coalesce(texts, 0) AS texts, coalesce(texted.reminders, 0) + coalesce(mailed.reminders, 0) AS reminders,
      delivered, sent_at, delivered_at, coalesce(emailed, false) OR last_emailed AS emailed
    FROM made LEFT JOIN texted ON texted.token_id = id LEFT JOIN mailed ON mailed.token_id = id
  )`;

const keys: Record<StatisticsGrouping, Prisma.Sql> = {
  channel: sql`CASE WHEN texts > 0 THEN 'text' WHEN emailed THEN 'email' ELSE 'hand' END`,
  language: sql`language`,
  reminders: sql`reminders::text`,
  template: sql`template_id::text`,
  clinician: sql`owner_id::text`,
};

/** How many links reached each step, by group. A link that reached a later step counts as opened and started. */
export const countsOf = (cohort: Cohort, by: StatisticsGrouping): Prisma.Sql => sql`
  WITH ${facts(cohort)}
  SELECT ${keys[by]} AS key, count(*)::int AS made, count(sent_at)::int AS sent,
    (count(*) FILTER (WHERE delivered))::int AS delivered,
    count(coalesce(opened_at, started_at, arrived_at))::int AS opened,
    count(coalesce(started_at, arrived_at))::int AS started, count(arrived_at)::int AS arrived,
    count(reviewed_at)::int AS reviewed, sum(texts)::int AS texts,
    (count(arrived_at) FILTER (WHERE texts > 0))::int AS arrived_by_text
  FROM facts GROUP BY 1 ORDER BY made DESC, key`;

/** The steps that begin and end each wait. */
const spans: Record<StatisticsWait, [from: string, to: string]> = {
  send: ['made_at', 'sent_at'],
  deliver: ['sent_at', 'delivered_at'],
  open: ['sent_at', 'opened_at'],
  start: ['opened_at', 'started_at'],
  arrive: ['started_at', 'arrived_at'],
  review: ['arrived_at', 'reviewed_at'],
  answer: ['made_at', 'arrived_at'],
};

const HOUR = 3_600;
const DAY = 86_400;

/** Rounds up to minutes, above an hour to hours, and above two days to days, as the pages show them. */
const rounded = sql`CASE WHEN seconds <= 60 THEN 60 WHEN seconds <= ${raw(`${HOUR}`)} THEN ceil(seconds / 60) * 60
  WHEN seconds <= ${raw(`${2 * DAY}`)} THEN ceil(seconds / ${raw(`${HOUR}`)}) * ${raw(`${HOUR}`)}
  ELSE ceil(seconds / ${raw(`${DAY}`)}) * ${raw(`${DAY}`)} END`;

/**
 * For each wait, the number of links per duration. Links without both times are left out. Clocks of processes and
 * providers differ: a wait that seems to end before it began counts as the shortest one.
 */
export const waitsOf = (cohort: Cohort): Prisma.Sql => sql`
  WITH ${facts(cohort)}
  SELECT wait, (${rounded})::int AS seconds, count(*)::int AS links
  FROM (SELECT wait, date_part('epoch', took) AS seconds
    FROM facts, LATERAL (VALUES ${join(statisticsWaits.map(spanOf))}) AS waits (wait, took)
    WHERE took IS NOT NULL) AS waited
  GROUP BY 1, 2`;

const spanOf = (wait: StatisticsWait) => {
  const [from, to] = spans[wait];
  return raw(`('${wait}', ${to} - ${from})`);
};

/** Why texts failed, by the provider's code or one of ours. */
export const failuresOf = (cohort: Cohort): Prisma.Sql => sql`
  SELECT error_code AS code, count(*)::int AS texts
  FROM sms_sends JOIN tokens ON tokens.id = token_id
  WHERE sms_sends.status = 'failed' AND thanks IS NULL AND sms_sends.created_at >= ${cohort.since}::timestamptz
    AND ${madeIn(cohort)}
  GROUP BY 1`;
