import {
  adminDocumentsQuery,
  changePasswordBody,
  changePreferencesBody,
  ownSessionsAnswer,
  preferencesAnswer,
  proofAnswer,
  proofBody,
  auditAnswer,
  auditExportQuery,
  auditQuery,
  exportTokensAnswer,
  exportTokensBody,
  adminUsersQuery,
  cliniciansAnswer,
  confirmEnrolmentBody,
  enrolBody,
  enrolmentAnswer,
  loginCodeBody,
  loginConfirmAnswer,
  loginConfirmBody,
  loginEnrolBody,
  recoveryCodesAnswer,
  requireSecondFactorBody,
  secondFactorAnswer,
  secondFactorProofBody,
  sessionAnswer,
  bulkDeleteBody,
  askRenewalAnswer,
  askRenewalBody,
  chooseLanguageAnswer,
  chooseLanguageBody,
  checkLinkAnswer,
  checkLinkBody,
  bulkTokensBody,
  attentionDocumentsAnswer,
  attentionQuery,
  attentionTokensAnswer,
  closeProblemBody,
  extendTokenBody,
  reissueAnswer,
  reissueTokenBody,
  deletedAnswer,
  disableUserBody,
  documentAnswer,
  documentsAnswer,
  documentsQuery,
  downloadBody,
  forgotPasswordBody,
  inviteUserBody,
  loginAnswer,
  loginBody,
  meAnswer,
  monitorQuery,
  newLinkAnswer,
  newLinkBody,
  openedLinkAnswer,
  openedLinkBody,
  resetPasswordBody,
  reviewAnswer,
  reviewBody,
  revokeTokenBody,
  sendSmsBody,
  remindersAnswer,
  reportProblemAnswer,
  reportProblemBody,
  sendThanksBody,
  sheetAnswer,
  sendingCheckAnswer,
  sendingJobAnswer,
  sendingJobBody,
  sendingJobsAnswer,
  sendingResultsAnswer,
  sendingRowsAnswer,
  snoozeAnswer,
  snoozeBody,
  thanksAnswer,
  askAgainAnswer,
  askAgainBody,
  tokenAnswer,
  tokenDetailsAnswer,
  tokenDefaults,
  tokenDefaultsQuery,
  tokensAnswer,
  tokensQuery,
  uploadAnswer,
  userAnswer,
  usersAnswer,
  usersQuery,
  validateAnswer,
  type ErrorCode,
} from '@caredrop/contracts';
import type { z } from 'zod';

/** Summary, input and output of a call: everything OpenAPI needs beyond the routing table. */
export interface Operation {
  tag: 'Account' | 'Patient' | 'Links' | 'Documents' | 'Clinicians' | 'Audit' | 'System';
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Accepts an Idempotency-Key, as uploads do. */
  idempotencyKey?: true;
  /** Accepts the proof of a patient check in two headers. */
  patientProof?: true;
  /** `data` of the envelope; null for a response whose `data` is null. */
  answer?: z.ZodType | null;
  /** Media type of a response without the envelope. */
  media?: string;
  /** Supports Range requests. */
  ranges?: true;
  status?: 200 | 201 | 202 | 204;
  /** Errors of this call beyond those that follow from its access rule. */
  refusals?: number[];
  /** Codes by which a client decides what to do next, by status. */
  codes?: Readonly<Record<number, readonly ErrorCode[]>>;
}

/** Keyed by row of the routing table (`method path`); a spec checks that the two match. */
export const operations: Record<string, Operation> = {
  'POST /auth/login': {
    tag: 'Account',
    summary: 'Sign in',
    body: loginBody,
    answer: loginAnswer,
    refusals: [400, 401, 403],
    codes: {
      401: [
        'invalid_credentials',
        'password_link_needed',
        'second_factor_needed',
        'second_factor_setup_needed',
      ],
      403: ['account_disabled'],
    },
  },
  'GET /auth/me': { tag: 'Account', summary: 'Get the signed-in user', answer: meAnswer },
  'POST /auth/login/code': {
    tag: 'Account',
    summary: 'Complete a sign-in with the ticket from the 401 and a code or recovery code',
    body: loginCodeBody,
    answer: loginAnswer,
    refusals: [400, 401],
    codes: { 401: ['invalid_code', 'sign_in_over'] },
  },
  'POST /auth/login/enrol': {
    tag: 'Account',
    summary: 'Get a secret for an authenticator app that must be set up to sign in',
    body: loginEnrolBody,
    answer: enrolmentAnswer,
    refusals: [400, 401],
  },
  'POST /auth/login/confirm': {
    tag: 'Account',
    summary: 'Confirm the authenticator app with its first code and sign in',
    body: loginConfirmBody,
    answer: loginConfirmAnswer,
    refusals: [400, 401],
  },
  'GET /auth/session': {
    tag: 'Account',
    summary: 'Get the remaining time of this session; does not count as activity',
    answer: sessionAnswer,
  },
  'POST /auth/session/extend': { tag: 'Account', summary: 'Extend this session', answer: sessionAnswer },
  'GET /auth/second-factor': {
    tag: 'Account',
    summary: 'Get whether a second factor is set up, and whether it is required',
    answer: secondFactorAnswer,
  },
  'POST /auth/second-factor/enrol': {
    tag: 'Account',
    summary: 'Get a secret for an authenticator app; needs a code if one is in use already',
    body: enrolBody,
    answer: enrolmentAnswer,
    refusals: [400],
  },
  'POST /auth/second-factor/confirm': {
    tag: 'Account',
    summary: 'Confirm the authenticator app with its first code; ends other sessions',
    body: confirmEnrolmentBody,
    answer: recoveryCodesAnswer,
    refusals: [400, 409],
  },
  'POST /auth/second-factor/recovery-codes': {
    tag: 'Account',
    summary: 'Replace the recovery codes',
    body: secondFactorProofBody,
    answer: recoveryCodesAnswer,
    refusals: [400, 409],
  },
  'POST /auth/second-factor/disable': {
    tag: 'Account',
    summary: 'Turn off the second factor if it is not required',
    body: secondFactorProofBody,
    answer: null,
    refusals: [400, 409],
  },
  'POST /auth/proof': {
    tag: 'Account',
    summary:
      'Confirm who is signed in, with the password and a code if a second factor is set up. Calls refused with ' +
      '403 `proof_required` are then accepted for some minutes, as they are after a sign-in',
    body: proofBody,
    answer: proofAnswer,
    refusals: [400],
    codes: { 400: ['password_wrong', 'invalid_code'] },
  },
  'POST /auth/change-password': {
    tag: 'Account',
    summary: 'Change your password; ends other sessions',
    body: changePasswordBody,
    answer: null,
    refusals: [400],
  },
  'GET /auth/sessions': {
    tag: 'Account',
    summary: 'List your sessions',
    answer: ownSessionsAnswer,
  },
  'DELETE /auth/sessions/:id': {
    tag: 'Account',
    summary: 'End one of your sessions',
    answer: null,
    refusals: [404],
  },
  'POST /auth/sessions/end-others': {
    tag: 'Account',
    summary: 'End all your sessions except this one',
    answer: null,
  },
  'GET /auth/preferences': {
    tag: 'Account',
    summary: 'Get when you are sent emails about new documents',
    answer: preferencesAnswer,
  },
  'PATCH /auth/preferences': {
    tag: 'Account',
    summary: 'Choose when you are sent emails about new documents',
    body: changePreferencesBody,
    answer: preferencesAnswer,
    refusals: [400],
  },
  'POST /auth/logout': { tag: 'Account', summary: 'End this session', answer: null },
  'POST /auth/forgot-password': {
    tag: 'Account',
    summary: 'Request password reset instructions; the response is the same for every address',
    body: forgotPasswordBody,
    answer: null,
    refusals: [400],
  },
  'POST /auth/reset-password': {
    tag: 'Account',
    summary: 'Set a new password with the token from the email',
    body: resetPasswordBody,
    answer: null,
    refusals: [400],
  },

  'GET /tokens/validate/:token': {
    tag: 'Patient',
    summary: 'Check whether a link still works; has no side effects',
    answer: validateAnswer,
    patientProof: true,
    refusals: [404, 410],
  },
  'POST /links/renewals': {
    tag: 'Patient',
    summary:
      'Request a new link to replace an expired one; the response and its timing are the same for known and unknown links',
    body: askRenewalBody,
    answer: askRenewalAnswer,
    status: 202,
  },
  'POST /links/problems': {
    tag: 'Patient',
    summary:
      'Report why the document cannot be sent; the response and its timing are the same for known and unknown links',
    body: reportProblemBody,
    answer: reportProblemAnswer,
    status: 202,
    refusals: [400],
  },
  'POST /links/language': {
    tag: 'Patient',
    summary:
      'Choose the language in which the clinic writes to the patient of a link; the response and its timing are the ' +
      'same for known and unknown links',
    body: chooseLanguageBody,
    answer: chooseLanguageAnswer,
    status: 202,
  },
  'POST /links/check': {
    tag: 'Patient',
    summary:
      'Give the date of birth that a link asks for; returns a proof for the browser, to be sent with the upload. Ten ' +
      'wrong dates make the link wait, thirty lock it until a clinician unlocks it',
    body: checkLinkBody,
    answer: checkLinkAnswer,
    refusals: [400, 404, 409, 410, 422, 429],
    codes: { 409: ['check_locked', 'check_not_set'], 422: ['check_wrong'], 429: ['check_waiting'] },
  },
  'POST /links/opened': {
    tag: 'Patient',
    summary:
      'Report that a person has touched the page of a link; the first time counts, and the response and its timing are the ' +
      'same for known and unknown links',
    body: openedLinkBody,
    answer: openedLinkAnswer,
    status: 202,
  },
  'POST /upload/:token': {
    tag: 'Patient',
    summary:
      'Send the document; uses up the link. After a lost response, repeat the call with the same Idempotency-Key and ' +
      'file to get the same receipt; another file is refused with 422',
    answer: uploadAnswer,
    patientProof: true,
    status: 201,
    refusals: [400, 403, 404, 409, 410, 413, 415, 422],
    codes: { 403: ['check_needed'] },
  },

  'GET /tokens': {
    tag: 'Links',
    summary: 'List your links: filtered, searched, newest or earliest expiry first',
    query: tokensQuery,
    answer: tokensAnswer,
  },
  'POST /sending-jobs/check': {
    tag: 'Links',
    summary:
      'Check the rows of a file of requests: which can be sent, why others cannot, and the cost in SMS segments',
    body: sendingJobBody,
    answer: sendingCheckAnswer,
    refusals: [400],
  },
  'POST /sending-jobs': {
    tag: 'Links',
    summary:
      'Make and text a link for each row of a file that can be sent. Repeat the call with the same Idempotency-Key after a ' +
      'lost response: nothing is sent twice',
    body: sendingJobBody,
    answer: sendingJobAnswer,
    status: 201,
    refusals: [400, 409],
  },
  'GET /sending-jobs': {
    tag: 'Links',
    summary: 'List your last 20 files of requests, newest first',
    answer: sendingJobsAnswer,
  },
  'GET /sending-jobs/:id': {
    tag: 'Links',
    summary: 'Show how far a file of requests has been sent',
    answer: sendingJobAnswer,
    refusals: [404],
  },
  'GET /sending-jobs/:id/rows': {
    tag: 'Links',
    summary: 'List the rows of a file of requests, each with its state',
    answer: sendingRowsAnswer,
    refusals: [404],
  },
  'POST /sending-jobs/:id/results': {
    tag: 'Links',
    summary: 'Export the rows of a file of requests with their links; recorded like an export of links',
    answer: sendingResultsAnswer,
    refusals: [404],
  },
  'POST /sending-jobs/:id/pause': {
    tag: 'Links',
    summary: 'Pause a file of requests. A text that is being handed over is still sent',
    answer: sendingJobAnswer,
    refusals: [404, 409],
  },
  'POST /sending-jobs/:id/resume': {
    tag: 'Links',
    summary: 'Go on sending a paused file of requests',
    answer: sendingJobAnswer,
    refusals: [404, 409],
  },
  'POST /sending-jobs/:id/cancel': {
    tag: 'Links',
    summary: 'Send nothing more of a file of requests. Links that were sent stay valid',
    answer: sendingJobAnswer,
    refusals: [404, 409],
  },
  'GET /tokens/attention': {
    tag: 'Links',
    summary: 'List your links that need attention, each once, the most urgent first',
    query: attentionQuery,
    answer: attentionTokensAnswer,
    refusals: [400],
  },
  'POST /tokens/:id/snooze': {
    tag: 'Links',
    summary:
      'Hide a link from your own list of what needs attention until a time, or until it needs attention for a more urgent reason',
    body: snoozeBody,
    answer: snoozeAnswer,
    refusals: [400, 404],
  },
  'GET /admin/tokens/attention': {
    tag: 'Links',
    summary: 'List all links that need attention',
    query: attentionQuery,
    answer: attentionTokensAnswer,
    refusals: [400],
  },
  'POST /tokens': {
    tag: 'Links',
    summary:
      'Create a link, and optionally text it. To retry after a lost response, send the same Idempotency-Key: it returns the same link',
    body: newLinkBody,
    idempotencyKey: true,
    answer: newLinkAnswer,
    status: 201,
    refusals: [400, 409],
    codes: { 409: ['patient_check_off'] },
  },
  'POST /tokens/bulk': {
    tag: 'Links',
    summary: 'Create several links',
    body: bulkTokensBody,
    answer: tokensAnswer,
    status: 201,
    refusals: [400],
  },
  'GET /tokens/defaults': {
    tag: 'Links',
    summary: 'Get the defaults for new links, with the reminders of one that is texted now',
    query: tokenDefaultsQuery,
    answer: tokenDefaults,
  },
  'GET /tokens/:id': {
    tag: 'Links',
    summary: 'Get a link with its documents',
    answer: tokenDetailsAnswer,
    refusals: [404],
  },
  'PATCH /tokens/:id': {
    tag: 'Links',
    summary: 'Revoke a link',
    body: revokeTokenBody,
    answer: tokenAnswer,
    refusals: [400, 404, 409],
  },
  'POST /tokens/:id/extend': {
    tag: 'Links',
    summary: 'Let an active link expire this many days from now',
    body: extendTokenBody,
    answer: tokenAnswer,
    refusals: [400, 404, 409],
    codes: { 409: ['extend_used', 'extend_revoked', 'extend_expired', 'token_receiving'] },
  },
  'POST /tokens/:id/reissue': {
    tag: 'Links',
    summary:
      'Replace a link with a new one for the same patient reference, and optionally text it; an active link is revoked. To retry after a lost response, send the same Idempotency-Key: it returns the same link',
    body: reissueTokenBody,
    idempotencyKey: true,
    answer: reissueAnswer,
    status: 201,
    refusals: [400, 404, 409],
    codes: {
      409: ['reissue_used', 'reissue_no_number', 'token_replaced', 'token_receiving', 'reissue_check_gone'],
    },
  },
  'POST /tokens/:id/send-sms': {
    tag: 'Links',
    summary:
      'Send a link to the patient by SMS. To retry after a lost response, send the same Idempotency-Key: no second text is sent',
    body: sendSmsBody,
    idempotencyKey: true,
    answer: tokenAnswer,
    refusals: [400, 404, 409, 502],
  },
  'GET /tokens/:id/sheet': {
    tag: 'Links',
    summary: 'Get the sentences of a page to print for the patient, in the language of the link',
    answer: sheetAnswer,
    refusals: [404, 409],
    codes: { 409: ['sheet_token_not_active'] },
  },
  'POST /tokens/:id/problem/close': {
    tag: 'Links',
    summary: "Mark a patient's report as dealt with; a later report stays open",
    body: closeProblemBody,
    answer: tokenAnswer,
    refusals: [400, 404, 409],
    codes: { 409: ['problem_changed'] },
  },
  'GET /tokens/:id/thanks': {
    tag: 'Links',
    summary: 'Get whether the patient can be thanked for the document by SMS, and with which texts',
    answer: thanksAnswer,
    refusals: [404],
  },
  'POST /tokens/:id/thanks': {
    tag: 'Links',
    summary:
      'Thank the patient for the document with one of four sentences, once, by SMS. Repeating the call with the same sentence after a lost response sends no second text; 404 where thanks are off',
    body: sendThanksBody,
    answer: thanksAnswer,
    refusals: [400, 404, 409, 502],
    codes: { 409: ['thanks_no_document', 'thanks_no_number', 'thanks_sent', 'thanks_unconfirmed'] },
  },
  'GET /tokens/:id/ask-again': {
    tag: 'Links',
    summary: 'Get whether the document of a link can be asked for again, and with which texts',
    answer: askAgainAnswer,
    refusals: [404],
  },
  'POST /tokens/:id/ask-again': {
    tag: 'Links',
    summary:
      'Ask for the document of a used link again: make a new link that tells the patient why, and optionally text it. The document stays and is marked. To retry after a lost response, send the same Idempotency-Key: it returns the same link',
    body: askAgainBody,
    idempotencyKey: true,
    answer: reissueAnswer,
    status: 201,
    refusals: [400, 404, 409],
    codes: { 409: ['again_no_document', 'reissue_no_number', 'token_replaced', 'reissue_check_gone'] },
  },
  'GET /tokens/:id/reminders': {
    tag: 'Links',
    summary:
      'Get the planned text reminders of a link, and those that would be planned if it were texted again now',
    answer: remindersAnswer,
    refusals: [404],
  },
  'POST /tokens/:id/reminders/pause': {
    tag: 'Links',
    summary: 'Send no reminders until they are resumed',
    answer: remindersAnswer,
    refusals: [404, 409],
  },
  'POST /tokens/:id/reminders/resume': {
    tag: 'Links',
    summary: 'Continue with the next planned reminder',
    answer: remindersAnswer,
    refusals: [404],
  },
  'POST /tokens/:id/check/unlock': {
    tag: 'Links',
    summary: 'Let the patient enter the date of birth again after too many wrong ones; voids earlier proofs',
    answer: tokenAnswer,
    refusals: [404, 409],
    codes: { 409: ['check_not_set'] },
  },
  'GET /admin/tokens/monitor': {
    tag: 'Links',
    summary: 'List all links',
    query: monitorQuery,
    answer: tokensAnswer,
    refusals: [400],
  },

  'GET /documents': {
    tag: 'Documents',
    summary: 'List documents sent with your links, newest first',
    query: documentsQuery,
    answer: documentsAnswer,
    refusals: [400],
  },
  'GET /documents/:id': {
    tag: 'Documents',
    summary: 'Get a document',
    answer: documentAnswer,
    refusals: [404],
  },
  'POST /documents/:id/review': {
    tag: 'Documents',
    summary:
      'Mark a document as reviewed or filed, or as new again. `from` is the state you were shown; repeating the call changes nothing',
    body: reviewBody,
    answer: reviewAnswer,
    refusals: [400, 404, 409],
    codes: { 409: ['review_changed', 'review_impossible'] },
  },
  'GET /documents/attention': {
    tag: 'Documents',
    summary: 'List documents sent with your links that no one has reviewed, the longest waiting first',
    query: attentionQuery,
    answer: attentionDocumentsAnswer,
    refusals: [400],
  },
  'POST /documents/:id/snooze': {
    tag: 'Documents',
    summary: 'Hide a document from your own list of what needs attention until a time',
    body: snoozeBody,
    answer: snoozeAnswer,
    refusals: [400, 404],
  },
  'GET /admin/documents/attention': {
    tag: 'Documents',
    summary: 'List all documents that no one has reviewed, the longest waiting first',
    query: attentionQuery,
    answer: attentionDocumentsAnswer,
    refusals: [400],
  },
  'GET /admin/documents': {
    tag: 'Documents',
    summary: 'List all documents',
    query: adminDocumentsQuery,
    answer: documentsAnswer,
    refusals: [400],
  },
  'GET /admin/audit': {
    tag: 'Audit',
    summary: 'List audit entries, newest first',
    query: auditQuery,
    answer: auditAnswer,
    refusals: [400],
  },
  'GET /admin/audit/export': {
    tag: 'Audit',
    summary:
      'Export audit entries as signed JSON or CSV; `npm run audit -- verify --file` verifies it offline',
    query: auditExportQuery,
    media: 'application/json',
    refusals: [400],
  },
  'POST /tokens/exports': {
    tag: 'Links',
    summary: 'Record that links are exported as CSV',
    body: exportTokensBody,
    answer: exportTokensAnswer,
    refusals: [400, 404],
  },
  'POST /admin/documents/download': {
    tag: 'Documents',
    summary: 'Download several documents as a zip file',
    body: downloadBody,
    media: 'application/zip',
    refusals: [400, 404],
  },
  'DELETE /upload/file/:id': {
    tag: 'Documents',
    summary: 'Delete a document permanently',
    answer: deletedAnswer,
    refusals: [404],
  },
  'DELETE /upload/files/bulk': {
    tag: 'Documents',
    summary: 'Delete several documents permanently, or none of them',
    body: bulkDeleteBody,
    answer: deletedAnswer,
    refusals: [400, 404],
  },
  'GET /files/:capability': {
    tag: 'Documents',
    summary: 'Download a document, or one range of it, by the signed URL in its file_url',
    media: 'application/octet-stream',
    ranges: true,
    refusals: [401, 404],
  },

  'GET /users': {
    tag: 'Clinicians',
    summary: 'List users by role',
    query: usersQuery,
    answer: usersAnswer,
    refusals: [400],
  },
  'GET /admin/users': {
    tag: 'Clinicians',
    summary: 'List clinicians',
    query: adminUsersQuery,
    answer: cliniciansAnswer,
    refusals: [400],
  },
  'POST /admin/users': {
    tag: 'Clinicians',
    summary: 'Invite a clinician; they get a link to set a password',
    body: inviteUserBody,
    answer: userAnswer,
    status: 201,
    refusals: [400, 409],
  },
  'POST /admin/users/:id/invite': {
    tag: 'Clinicians',
    summary: 'Send the invitation again to a clinician who has not set a password',
    answer: userAnswer,
    refusals: [404, 409],
    codes: { 409: ['invitation_accepted', 'invitation_disabled'] },
  },
  'POST /admin/users/:id/disable': {
    tag: 'Clinicians',
    summary: 'Disable an account and end its sessions',
    body: disableUserBody,
    answer: userAnswer,
    refusals: [400, 404],
  },
  'POST /admin/users/:id/enable': {
    tag: 'Clinicians',
    summary: 'Enable an account',
    answer: userAnswer,
    refusals: [404],
  },
  'POST /admin/users/:id/second-factor/require': {
    tag: 'Clinicians',
    summary:
      'Set whether a clinician must use a second factor; requiring it ends sessions opened without one',
    body: requireSecondFactorBody,
    answer: userAnswer,
    refusals: [400, 404],
  },
  'POST /admin/users/:id/second-factor/reset': {
    tag: 'Clinicians',
    summary: 'Remove the second factor of a user who lost their phone; ends their sessions',
    answer: userAnswer,
    refusals: [404, 409],
  },

  'POST /twilio/status': {
    tag: 'System',
    summary: 'Receive a signed delivery report from the SMS provider',
    status: 204,
    refusals: [403],
  },
  'GET /events': {
    tag: 'System',
    summary:
      'Stream live updates: `change` names what changed, `refetch` means that events may have been missed',
    media: 'text/event-stream',
  },
  'GET /openapi.json': { tag: 'System', summary: 'Get this OpenAPI description', media: 'application/json' },
  'GET /docs/style.css': { tag: 'System', summary: 'Stylesheet of the API documentation', media: 'text/css' },
  'GET /docs': { tag: 'System', summary: 'API documentation', media: 'text/html' },
};
