import {
  adminDocumentsQuery,
  changePasswordBody,
  ownSessionsAnswer,
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
  bulkTokensBody,
  createTokenBody,
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
  resetPasswordBody,
  revokeTokenBody,
  sendSmsBody,
  tokenAnswer,
  tokenDetailsAnswer,
  tokenDefaults,
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
  /** `data` of the envelope; null for a response whose `data` is null. */
  answer?: z.ZodType | null;
  /** Media type of a response without the envelope. */
  media?: string;
  /** Supports Range requests. */
  ranges?: true;
  status?: 200 | 201 | 204;
  /** Errors of this call beyond those that follow from its access rule. */
  refusals?: number[];
  /** Codes by which a client decides what to do next, by status. */
  codes?: Readonly<Record<number, readonly ErrorCode[]>>;
}

/** By row of the routing table (`method path`); a spec keeps the two in step. */
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
  'GET /auth/me': { tag: 'Account', summary: 'Who is signed in', answer: meAnswer },
  'POST /auth/login/code': {
    tag: 'Account',
    summary: 'The second step of signing in: the ticket of the 401 and a code, or a recovery code',
    body: loginCodeBody,
    answer: loginAnswer,
    refusals: [400, 401],
    codes: { 401: ['invalid_code', 'sign_in_over'] },
  },
  'POST /auth/login/enrol': {
    tag: 'Account',
    summary: 'A secret for an authenticator app, for people who must set one up to sign in',
    body: loginEnrolBody,
    answer: enrolmentAnswer,
    refusals: [400, 401],
  },
  'POST /auth/login/confirm': {
    tag: 'Account',
    summary: 'Its first code: sets the second factor up and signs in',
    body: loginConfirmBody,
    answer: loginConfirmAnswer,
    refusals: [400, 401],
  },
  'GET /auth/session': {
    tag: 'Account',
    summary: 'How long this session has left; asking is no activity',
    answer: sessionAnswer,
  },
  'POST /auth/session/extend': { tag: 'Account', summary: 'Stay signed in', answer: sessionAnswer },
  'GET /auth/second-factor': {
    tag: 'Account',
    summary: 'Whether a second factor is set up, and whether it has to be',
    answer: secondFactorAnswer,
  },
  'POST /auth/second-factor/enrol': {
    tag: 'Account',
    summary: 'A secret for an authenticator app; a code as well where one is in use already',
    body: enrolBody,
    answer: enrolmentAnswer,
    refusals: [400],
  },
  'POST /auth/second-factor/confirm': {
    tag: 'Account',
    summary: 'Its first code: the second factor counts, other sessions end',
    body: confirmEnrolmentBody,
    answer: recoveryCodesAnswer,
    refusals: [400, 409],
  },
  'POST /auth/second-factor/recovery-codes': {
    tag: 'Account',
    summary: 'New recovery codes in place of the old ones',
    body: secondFactorProofBody,
    answer: recoveryCodesAnswer,
    refusals: [400, 409],
  },
  'POST /auth/second-factor/disable': {
    tag: 'Account',
    summary: 'Give the second factor up, where it is not required',
    body: secondFactorProofBody,
    answer: null,
    refusals: [400, 409],
  },
  'POST /auth/proof': {
    tag: 'Account',
    summary:
      'Prove again who is signed in: password, and a code where a second factor is set up. Calls that were refused ' +
      'with 403 `proof_required` are accepted for some minutes; signing in counts as well',
    body: proofBody,
    answer: proofAnswer,
    refusals: [400],
    codes: { 400: ['password_wrong', 'invalid_code'] },
  },
  'POST /auth/change-password': {
    tag: 'Account',
    summary: 'Change the own password; other sessions end',
    body: changePasswordBody,
    answer: null,
    refusals: [400],
  },
  'GET /auth/sessions': {
    tag: 'Account',
    summary: 'Where this account is signed in',
    answer: ownSessionsAnswer,
  },
  'DELETE /auth/sessions/:id': {
    tag: 'Account',
    summary: 'Sign out one of the own sessions',
    answer: null,
    refusals: [404],
  },
  'POST /auth/sessions/end-others': {
    tag: 'Account',
    summary: 'Sign out every own session but this one',
    answer: null,
  },
  'POST /auth/logout': { tag: 'Account', summary: 'End this session', answer: null },
  'POST /auth/forgot-password': {
    tag: 'Account',
    summary: 'Have reset instructions sent; the answer is the same for every address',
    body: forgotPasswordBody,
    answer: null,
    refusals: [400],
  },
  'POST /auth/reset-password': {
    tag: 'Account',
    summary: 'Set a new password with the token from the e-mail',
    body: resetPasswordBody,
    answer: null,
    refusals: [400],
  },

  'GET /tokens/validate/:token': {
    tag: 'Patient',
    summary: 'Does this link still work? Changes nothing, however often it is asked',
    answer: validateAnswer,
    refusals: [404, 410],
  },
  'POST /upload/:token': {
    tag: 'Patient',
    summary:
      'Send the one document; the link is used afterwards. Repeat a lost call with its Idempotency-Key and the same file: it returns the same receipt; another file is refused with 422',
    answer: uploadAnswer,
    status: 201,
    refusals: [400, 404, 409, 410, 413, 415, 422],
  },

  'GET /tokens': {
    tag: 'Links',
    summary: 'Own links, newest first',
    query: tokensQuery,
    answer: tokensAnswer,
  },
  'POST /tokens': {
    tag: 'Links',
    summary: 'Make a link',
    body: createTokenBody,
    answer: tokenAnswer,
    status: 201,
    refusals: [400],
  },
  'POST /tokens/bulk': {
    tag: 'Links',
    summary: 'Make many links',
    body: bulkTokensBody,
    answer: tokensAnswer,
    status: 201,
    refusals: [400],
  },
  'GET /tokens/defaults': {
    tag: 'Links',
    summary: 'What a new link gets when its creator does not choose',
    answer: tokenDefaults,
  },
  'GET /tokens/:id': {
    tag: 'Links',
    summary: 'A link with its documents',
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
  'POST /tokens/:id/send-sms': {
    tag: 'Links',
    summary: 'Text a link to the patient',
    body: sendSmsBody,
    answer: tokenAnswer,
    refusals: [400, 404, 409, 502],
  },
  'GET /admin/tokens/monitor': {
    tag: 'Links',
    summary: "Everybody's links",
    query: monitorQuery,
    answer: tokensAnswer,
    refusals: [400],
  },

  'GET /documents': {
    tag: 'Documents',
    summary: 'Documents sent with own links, newest first',
    query: documentsQuery,
    answer: documentsAnswer,
  },
  'GET /documents/:id': { tag: 'Documents', summary: 'A document', answer: documentAnswer, refusals: [404] },
  'GET /admin/documents': {
    tag: 'Documents',
    summary: "Everybody's documents",
    query: adminDocumentsQuery,
    answer: documentsAnswer,
    refusals: [400],
  },
  'GET /admin/audit': {
    tag: 'Audit',
    summary: 'Who did what, latest first',
    query: auditQuery,
    answer: auditAnswer,
    refusals: [400],
  },
  'GET /admin/audit/export': {
    tag: 'Audit',
    summary: 'The entries as JSON or CSV, signed: `npm run audit -- verify --file` checks it offline',
    query: auditExportQuery,
    media: 'application/json',
    refusals: [400],
  },
  'POST /tokens/exports': {
    tag: 'Links',
    summary: 'Record that the page writes links into a CSV file',
    body: exportTokensBody,
    answer: exportTokensAnswer,
    refusals: [400, 404],
  },
  'POST /admin/documents/download': {
    tag: 'Documents',
    summary: 'Several documents as one zip',
    body: downloadBody,
    media: 'application/zip',
    refusals: [400, 404],
  },
  'DELETE /upload/file/:id': {
    tag: 'Documents',
    summary: 'Delete a document for good',
    answer: deletedAnswer,
    refusals: [404],
  },
  'DELETE /upload/files/bulk': {
    tag: 'Documents',
    summary: 'Delete several documents for good, or none of them',
    body: bulkDeleteBody,
    answer: deletedAnswer,
    refusals: [400, 404],
  },
  'GET /files/:capability': {
    tag: 'Documents',
    summary: "A document's bytes, by the signed address in its file_url; Range works",
    media: 'application/octet-stream',
    ranges: true,
    refusals: [401, 404],
  },

  'GET /users': {
    tag: 'Clinicians',
    summary: 'People by role',
    query: usersQuery,
    answer: usersAnswer,
    refusals: [400],
  },
  'GET /admin/users': {
    tag: 'Clinicians',
    summary: 'Clinicians, filtered',
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
  'POST /admin/users/:id/disable': {
    tag: 'Clinicians',
    summary: 'Disable an account; its sessions end',
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
    summary: 'Ask a second factor of a clinician, or no longer; sessions without one end',
    body: requireSecondFactorBody,
    answer: userAnswer,
    refusals: [400, 404],
  },
  'POST /admin/users/:id/second-factor/reset': {
    tag: 'Clinicians',
    summary: 'Take away a second factor whose phone is lost; sessions end',
    answer: userAnswer,
    refusals: [404, 409],
  },

  'POST /twilio/status': {
    tag: 'System',
    summary: "The SMS provider's delivery reports, signed by it",
    status: 204,
    refusals: [403],
  },
  'GET /events': {
    tag: 'System',
    summary: 'Live updates: `change` names what changed, `refetch` says that something may have been missed',
    media: 'text/event-stream',
  },
  'GET /openapi.json': { tag: 'System', summary: 'This description', media: 'application/json' },
  'GET /docs/style.css': { tag: 'System', summary: 'How that page looks', media: 'text/css' },
  'GET /docs': { tag: 'System', summary: 'This description, to read', media: 'text/html' },
};
