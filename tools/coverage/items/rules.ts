import { item } from '../item.ts';

/** The rules of §5, in its order. */
export const rules = [
  item(
    'rule.5.login',
    'Email and password are required',
    'says beside the fields, and without a call, that both are required',
    'login without a password',
  ),
  item(
    'rule.5.forgot-password',
    'The email is not empty; any outcome shows the confirmation',
    'asks for an address beside the field',
    'shows the same screen after a failure, with the failure as a toast',
    'answers the same for known, unknown and disabled addresses',
  ),
  item(
    'rule.5.reset-password',
    'Required, 6 characters, confirmed, with a token, in this order',
    'with the first rule that is broken',
    'asks for a password first',
    'refuses a short or endless password and keeps the link usable',
    'gives the server’s sentence for a bad token',
  ),
  item(
    'rule.5.upload.type',
    'JPEG, PNG and PDF only',
    'agreeOnType › refuses what contradicts itself',
    'the type › is refused for',
    'refuses a text file with its own sentence and still works',
  ),
  item(
    'rule.5.upload.size',
    'Under 5 MB: one byte less is taken, the limit itself is not',
    'may be one byte under 5 MiB and not exactly 5 MiB',
    'the size › is refused at exactly 5 MiB',
    'refuses exactly 5 MiB with its own sentence and still works',
  ),
  item(
    'rule.5.upload.required',
    'A file is required',
    'asks for one when there is none, and moves the focus there',
    'refuses a request without a file',
  ),
  item(
    'rule.5.upload.comment',
    'The comment is sent only if something is left after trimming',
    'leaves out a comment of blanks',
    'takes the comment before or after the file, and stores blanks as none',
  ),
  item(
    'rule.5.generate-link',
    'The reference is required, nickname and notes are not',
    'asks for the reference beside the field and calls nothing without one',
    'POST /tokens › refuses {',
  ),
  item(
    'rule.5.sms',
    'The number is required after trimming; the button is disabled while it is empty',
    'is prefilled with the invitation and cannot send while the number is empty',
    'asks for the number beside the field when only blanks were typed',
  ),
  item(
    'rule.5.bulk',
    'Count from 1 to 100; prefix optional',
    'refuses the count 0',
    'refuses the count 101',
    'makes 1',
    'makes 100',
    'takes odd signs in a prefix as they are',
    'bulk tokens: only counts from 1 to 100',
  ),
  item(
    'rule.5.selection',
    'Deleting or downloading nothing is answered with a sentence',
    'asks to select something when nothing is',
    'asks to select something before a zip or a deletion',
    'a zip of nothing',
    'deleting nothing',
  ),
  item('rule.5.csv', 'No CSV without tokens', 'says so when there is nothing to put into the CSV'),
  item(
    'rule.5.disable-reason',
    'The reason is optional',
    'disables with a reason, without one and without a body',
  ),
] as const;
