import { item } from '../item.ts';

/** The figures of §9, in its order. */
export const constants = [
  item(
    'constant.upload',
    '5 MB, JPG, PNG, PDF, one document per token',
    'may be one byte under 5 MiB and not exactly 5 MiB',
    'a file that may be sent ›',
    'gives one 201 to 50 at once, stores one object, and refuses 49',
  ),
  item(
    'constant.password-length',
    'Passwords of at least 6 characters',
    'takes six characters by default, whatever they are',
    'reset with a short one',
  ),
  item(
    'constant.reset-redirect',
    'To /login 3 seconds after a reset',
    'says that it is done and opens the sign-in page by itself',
  ),
  item(
    'constant.progress',
    '95 % until the response, 100 after 500 ms',
    'of 1000 of 1000 bytes is 95',
    'holds the bar at 95, shows 100 after the answer, then the receipt',
  ),
  item(
    'constant.recent',
    '3 recent uploads, newest first',
    'counts tokens, active tokens and documents, and shows the three newest',
    'sorts the newest first whatever the order of the answer',
  ),
  item(
    'constant.bulk',
    'Bulk 1 to 100, default 10, 90 days',
    'makes ten for 90 days unless told otherwise',
    'makes one as well as many, offers the CSV, and starts anew at 10',
    'refuses 366 days',
  ),
  item(
    'constant.expiring-soon',
    'Expiring soon: within 7 days',
    'isExpiringSoon › in exactly 7 days',
    'isExpiringSoon › a second later',
    'an expiry range › of a week and a month ends to the millisecond',
    'an expiry range › counts in the figures what it lets through',
  ),
  item(
    'constant.date-filters',
    'Last 7 and last 30 days for clinicians',
    'the clinician’s filters › by 7 days',
    'the clinician’s filters › by 30 days',
  ),
  item(
    'constant.toasts',
    'Toasts for 5 seconds in the layouts, 4 and 2 elsewhere, at most 20',
    'toasts › last on /dashboard',
    'toasts › last on /login',
    'toasts › are at most twenty at once',
  ),
  item('constant.file-size', 'Sizes in Bytes, KB, MB, GB, base 1024, 2 decimals', 'formatSize ›'),
  item(
    'constant.truncate',
    'Names and comments cut after 20 characters in the admin table',
    'truncate › cuts after 20 characters and adds three dots',
    'cuts names and comments after 20 characters',
  ),
  item(
    'constant.csv',
    'CSV: Token, Patient Ref ID, Expiry Date, URL; tokens-{date}.csv',
    'has the head, a line for each token with day and address, and no byte-order mark',
    'names the file by the UTC date',
  ),
  item(
    'constant.zip',
    'Zip: documents-{date}.zip',
    'holds each once, whole, under a safe name of its own',
    'an administrator sees everybody’s and takes documents home as a zip',
  ),
  item(
    'constant.link',
    'Link: {origin}/upload?token={token}',
    'make the link of the specification',
    'copies the link on this origin',
  ),
  item(
    'constant.sms-text',
    'The default text is an invitation with the link',
    'uses the default text when none was written',
    'sends the default text and shows that it was sent',
  ),
  item('constant.video', 'A video of 45 seconds', 'fills 45 seconds without a gap'),
] as const;
