/** The steps of a link, in order. In a module without schemas, so that the statistics do not load zod. */
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

/** The times between two steps; `answer` is the time from the link's creation to the document's arrival. */
export const statisticsWaits = ['send', 'deliver', 'open', 'start', 'arrive', 'review', 'answer'] as const;
export type StatisticsWait = (typeof statisticsWaits)[number];
