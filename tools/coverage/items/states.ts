import { item } from '../item.ts';

/** The transitions of §4. */
export const states = [
  item(
    'state.session.check',
    'A stored token is checked on load; if that fails it is removed without a message',
    'removes the token and says nothing when the stored session is dead',
    'a stored session that nobody knows is dropped without a word',
    'asks twice more when the server is in trouble',
  ),
  item(
    'state.session.login',
    'Login stores the token',
    'brings a visitor back to the page they came from after signing in',
  ),
  item(
    'state.session.logout',
    'Logout removes it and says so',
    'signs out here even when the server cannot be reached',
    'signing out ends the session here and on the server',
    'ends this session and no other',
  ),
  item(
    'state.token.used',
    'active to used by a successful upload; the link is then invalid',
    'shows the link as used at once, with the time of arrival',
    'takes exactly one of fifty documents sent at the same moment',
    'reads as used at once, with the time of arrival, and counts the document',
  ),
  item(
    'state.token.revoked',
    'active to revoked, by people, for good',
    'revoking names the link, cannot be left half-way and is for good',
    'is refused once revoked, with a sentence of its own',
    'never reopens or rewrites a revoked link',
  ),
  item(
    'state.token.expired',
    'active to expired by the clock',
    'is expired from the very moment on, before the sweeper has run',
    'writes expired once and tells it',
    'treats a link past its time as expired',
  ),
  item(
    'state.token.active-only',
    'Revoke and SMS for active tokens only',
    'offers SMS and Revoke for active tokens only',
    'is offered for active links only',
  ),
  item(
    'state.token.invalid',
    'Invalid and expired tokens are rejected on the upload page',
    'is told in four ways why a link does not work',
    'with a link refused by',
  ),
  item(
    'state.sms',
    'delivered, sent, failed, other; Not sent without one',
    'toSmsStatus ›',
    'says Resend SMS once one was sent, and shows what became of it',
  ),
  item(
    'state.upload-page',
    'validating, invalid or ready, uploading, success; a failure resets the progress',
    'is validated before anything is shown',
    'holds the progress at 95 until the answer, shows 100, then success',
    'keeps file and comment after',
    'begins at 0 again when the connection is lost',
  ),
  item(
    'state.user',
    'active to disabled and back; the list is patched locally',
    'disables with a reason, patches the row without asking again',
    'enables again and clears the reason',
    'ends every session at once and tells of it in the same transaction',
  ),
  item(
    'state.document.deleted',
    'Deletion is permanent; the used token keeps its own message',
    'removes row, key and object for good, keeps the link used, and tells the others',
    'is deleted for good',
    'says of a used token without documents',
  ),
  item(
    'state.dialogs',
    'Revoke, delete and SMS dialogs stay while a request runs',
    'names token and patient, ignores Escape and Cancel while it runs',
    'revoking names the link, cannot be left half-way',
  ),
] as const;
