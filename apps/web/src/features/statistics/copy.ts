import type { StatisticsGrouping, StatisticsStep, StatisticsWait } from '@caredrop/contracts';

const steps: Record<StatisticsStep, string> = {
  made: 'Link made',
  sent: 'Text sent',
  delivered: 'Text delivered',
  opened: 'Page opened',
  started: 'Upload started',
  arrived: 'Document arrived',
  reviewed: 'Document reviewed',
};

const waits: Record<StatisticsWait, string> = {
  send: 'From the link to its text',
  deliver: 'From the text to its delivery',
  open: 'From the text to the opened page',
  start: 'From the opened page to the first upload',
  arrive: 'From the first upload to the document',
  review: 'From the document to its review',
  answer: 'In all, from the link to the document',
};

const groupings: Record<StatisticsGrouping, string> = {
  channel: 'Channel',
  language: 'Language',
  reminders: 'Reminders',
  template: 'Template',
  clinician: 'Clinician',
};

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The copy for the statistics page. */
export const copy = {
  title: { own: 'Statistics', everyone: 'Clinic statistics' },
  purpose: {
    own: 'How far your links got, and how long that took.',
    everyone: 'How far the links of the whole clinic got, and how long that took.',
  },
  what: 'The statistics',
  from: 'First day',
  to: 'Last day',
  by: 'Compare by',
  groupings,
  period: (from: string, to: string, zone: string) =>
    `Links made from ${from} to ${to}, in the time of ${zone}.`,
  countedAt: (time: string) => `Counted at ${time}.`,
  invalid: 'Choose days from the year 2000 on. The first must not be after the last, with at most 366 days.',
  few: 'Fewer than 5 links were made in these days',
  fewHelp: 'Statistics begin with 5 links, so that they do not show what a single patient did.',
  download: 'Download CSV',
  steps: {
    title: 'How far the links got',
    help: 'Not every link is texted. A document also counts when it was deleted later.',
    step: 'Step',
    links: 'Links',
    share: 'Of all',
    labels: steps,
  },
  waits: {
    title: 'How long the steps took',
    none: 'Too few links to show times.',
    wait: 'Step',
    half: 'Half within',
    nineTenths: 'Nine of ten within',
    links: 'Links',
    labels: waits,
  },
  texts: {
    title: 'Texts',
    sent: (texts: number, documents: number) =>
      `${plural(texts, 'text')} with a link or a reminder, and ${plural(documents, 'document')} by these links`,
    ratio: (ratio: string) => `: ${ratio} texts for each document.`,
    noRatio: '.',
    none: 'No texts were sent.',
    failures: 'Why texts were not delivered',
    reason: 'Reason',
    count: 'Texts',
    others: 'Other reasons',
    noFailures: 'No reason was given 5 times or more.',
  },
  groups: {
    title: (by: StatisticsGrouping) => `By ${groupings[by].toLowerCase()}`,
    hidden: 'Groups of fewer than 5 links are added up, if necessary with the next larger one.',
    channels: { text: 'Sent by text', email: 'Sent by email only', hand: 'Given without either' } as Record<
      string,
      string
    >,
    noLanguage: 'None chosen',
    noTemplate: 'No template',
    reminders: (count: string) => (count === '0' ? 'No reminder' : plural(Number(count), 'reminder')),
    unknown: 'Name not known',
    others: (groups: number) => (groups === 1 ? '1 small group' : `${groups} small groups`),
    links: 'Links',
    opened: 'Opened',
    arrived: 'Arrived',
    share: 'Arrived of all',
    reviewed: 'Reviewed',
    texts: 'Texts',
  },
  minutes: (count: number) => plural(count, 'minute'),
  hours: (count: number) => plural(count, 'hour'),
  days: (count: number) => plural(count, 'day'),
  csv: {
    period: ['First day', 'Last day', 'Time zone'],
    all: 'All',
    others: (groups: number) => `Others (${groups})`,
    seconds: (heading: string) => `${heading} (seconds)`,
  },
} as const;
