import { copy as shared } from '../../shared/copy.js';

/**
 * Text about a problem that the patient reported, for the page of a link and the list of what needs attention. *Done*
 * also ends an item of that list whose link cannot be replaced.
 */
export const problemCopy = {
  reasons: shared.problems,
  reportedOn: (time: string) => `Reported on ${time}.`,
  comment: (text: string) => `“${text}”`,
  noReminders:
    'No reminders are sent until you mark this as done. Check that the number and the reference are right.',
  noReply: 'The patient gets no reply by itself: contact them as you usually do.',
  done: 'Done',
  closing: 'Saving...',
  closed: 'Marked as done',
  closeFailed: 'Failed to mark as done',
} as const;
