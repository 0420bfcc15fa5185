import type { ProblemReason } from '@caredrop/contracts';

const reasons: Record<ProblemReason, string> = {
  no_document: 'The patient cannot take a photo, or does not have the document.',
  not_mine: 'The patient says that this is not theirs, or that it is for another person.',
  help: 'The patient needs help.',
  other: 'The patient cannot send the document for another reason.',
};

/** The copy of a patient's report on the page of its link. */
export const problemCopy = {
  reasons,
  reportedOn: (time: string) => `Reported on ${time}.`,
  comment: (text: string) => `“${text}”`,
  noReminders:
    'No reminders are sent until you mark this as done. Check that the number and the reference are right.',
  noReply: 'The patient gets no reply by itself: contact them as you usually do.',
  done: 'Done',
  closing: 'Saving...',
  closed: 'Marked as done',
  closeFailed: 'Failed to mark the report as done',
} as const;
