import type { AttentionReason, AttentionToken, Token } from '@caredrop/contracts';

const reasons: Record<AttentionReason, string> = {
  unusable: 'Document unusable',
  text_failed: 'Text not delivered',
  email_failed: 'Email not sent',
  renewal_asked: 'New link wanted',
  problem: 'Reported a problem',
  new_document: 'New document',
  opened: 'Opened, nothing sent',
  ending: 'Ends soon',
  not_answering: 'Not answering',
};

/** Where a new link can be sent. */
type Contact = Pick<Token, 'phoneEnding' | 'emailHint'>;

const generateAnother =
  'Generate another link, because the date of birth for this one is no longer kept. Then choose Done.';

function unusable({ lost, checkGone }: Pick<AttentionToken, 'lost' | 'checkGone'>): string {
  const what = lost
    ? 'The document is missing after a restore.'
    : 'The document was infected and has been deleted.';
  return `${what} ${checkGone ? generateAnother : 'Ask for it again with a new link.'}`;
}

function renewal({ token, checkGone }: Pick<AttentionToken, 'checkGone'> & { token: Contact }): string {
  if (checkGone) return `The patient asked for a new link. ${generateAnother}`;
  const { phoneEnding, emailHint } = token;
  const ways = [
    ...(phoneEnding ? [`sent to the number ending in ${phoneEnding}`] : []),
    ...(emailHint ? [`emailed to ${emailHint}`] : []),
  ];
  const what =
    ways.length > 0
      ? `It can be ${ways.join(' and ')}.`
      : 'There is no number or address to send it to: copy the new link.';
  return `The patient asked for a new link. ${what}`;
}

/** The copy for the list of what needs attention. */
export const copy = {
  title: 'Needs attention',
  purpose: 'Links and documents that wait for you, the most urgent first.',
  table: 'What needs attention',
  reasons,
  columns: {
    patient: 'Patient',
    what: 'What happened',
    clinician: 'Clinician',
    since: 'Since',
    actions: 'Actions',
  },
  what: {
    unusable,
    renewal,
    comment: (text: string) => `“${text}”`,
    locked: 'Too many wrong dates of birth were entered. Ask the patient before you unlock the link.',
    document: 'Not reviewed yet.',
    checking: 'Not reviewed yet, and still being checked for viruses.',
    opened: 'The patient opened the link and has not sent a document for a day.',
    ending: (day: string) => `No document yet. The link works until ${day}.`,
    reminded: 'The last reminder brought no document.',
    expired: 'The link has expired. The reminders brought no document.',
  },
  review: 'Review',
  details: 'Details',
  snooze: {
    action: 'Snooze',
    title: 'Snooze until',
    help: (reference: string) =>
      `${reference} leaves your list until then. It comes back earlier if something more urgent happens.`,
    tomorrow: 'Tomorrow',
    inThreeDays: 'In 3 days',
    nextWeek: 'Next week',
    until: (day: string) => `Snoozed until ${day}`,
    end: 'Show again',
    ended: 'Back in your list',
    failed: 'Failed to snooze',
    show: (count: number) => `Show ${count} snoozed`,
    showOpen: 'Back to the list',
    none: 'You have snoozed nothing.',
  },
  scope: { label: 'Show', mine: 'Mine', any: 'All of these', everyone: 'Everyone’s' },
  count: (count: string) => `${count} to do`,
  shown: (shown: number, total: string) => `The ${shown} most urgent of ${total} are shown.`,
  none: {
    title: 'Nothing needs attention',
    mine: 'Your links and documents were checked',
    team: 'The links and documents of your teams were checked',
    covered: 'The links and documents of colleagues you stand in for were checked',
    any: 'Your links and documents, those of your teams and those of colleagues you stand in for were checked',
    everyone: 'All links and documents were checked',
    /** Follows one of the sentences above. */
    at: (time: string) => ` at ${time}.`,
    kinds:
      'Checked for: unusable documents, texts that were not delivered, emails that were not sent, requests for a new link, reported problems, new ' +
      'documents, links opened without an answer, links that end within 7 days, and patients who do not answer.',
    /** Keyed by the part of the list that could not be fetched. */
    rest: { links: 'No document needs attention.', documents: 'No link needs attention.' },
  },
  failed: {
    links: 'The links could not be checked.',
    documents: 'The documents could not be checked.',
    since: (time: string) => `What you see of them is from ${time}.`,
    help: 'Something may need attention that is not shown here.',
    retry: 'Check again',
  },
  summary: { all: 'See all', nothing: 'Nothing needs attention.' },
} as const;
