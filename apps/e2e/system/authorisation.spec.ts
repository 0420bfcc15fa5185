import { randomUUID } from 'node:crypto';
import type { Covers, Document } from '@caredrop/contracts';
import type { ApiClient } from '../support/api.js';
import { colleagueKinds, Colleagues, type ColleagueKind } from '../support/colleagues.js';
import { anAbsence, aReference, aTemplate, aView, receive } from '../support/make.js';
import { anAddress, callers, Cast, statusOf, uploadForm, type Caller, type Made } from '../support/matrix.js';
import { readRun } from '../support/run.js';

/**
 * Who may do what: every route of the gateway's routing table (read from the running gateway, whose OpenAPI description
 * is generated from it) for every kind of caller. The objects of the calls belong to the owner, a clinician. A route
 * without a row here fails: say who may call it before it is released.
 *
 * Callers: signed out · a link's value as the bearer · the owning clinician · another clinician · an admin · a
 * clinician disabled since signing in · an expired session. Public routes ignore the bearer, except those for files.
 * What team members and the colleague who stands in may do follows from the owner's column (see below).
 */
// oxfmt-ignore
const expected: Record<string, string> = {
  //                                             anonymous patient owner other admin disabled expired
  'POST /auth/login':                            '200       200     200   200   200   200      200',
  // The challenge is made up.
  'POST /auth/login/code':                       '401       401     401   401   401   401      401',
  'POST /auth/login/enrol':                      '401       401     401   401   401   401      401',
  'POST /auth/login/confirm':                    '401       401     401   401   401   401      401',
  'POST /auth/forgot-password':                  '200       200     200   200   200   200      200',
  // The token is made up.
  'POST /auth/reset-password':                   '400       400     400   400   400   400      400',
  'GET /auth/me':                                '401       401     200   200   200   401      401',
  'GET /auth/session':                           '401       401     200   200   200   401      401',
  'POST /auth/session/extend':                   '401       401     200   200   200   401      401',
  'POST /auth/logout':                           '401       401     200   200   200   401      401',
  'GET /auth/second-factor':                     '401       401     200   200   200   401      401',
  // The password is wrong.
  'POST /auth/second-factor/enrol':              '401       401     400   400   400   401      401',
  // No second factor is being set up.
  'POST /auth/second-factor/confirm':            '401       401     409   409   409   401      401',
  'POST /auth/second-factor/recovery-codes':     '401       401     400   400   400   401      401',
  'POST /auth/second-factor/disable':            '401       401     400   400   400   401      401',

  // The password is wrong.
  'POST /auth/proof':                            '401       401     400   400   400   401      401',
  'POST /auth/change-password':                  '401       401     400   400   400   401      401',
  'GET /auth/sessions':                          '401       401     200   200   200   401      401',
  'DELETE /auth/sessions/{id}':                  '401       401     200   404   404   401      401', // A session of the owner.
  'POST /auth/sessions/end-others':              '401       401     200   200   200   401      401',
  // Each caller's own.
  'GET /auth/preferences':                       '401       401     200   200   200   401      401',
  'PATCH /auth/preferences':                     '401       401     200   200   200   401      401',
  'GET /auth/saved-views':                       '401       401     200   200   200   401      401',
  'POST /auth/saved-views':                      '401       401     201   201   201   401      401',
  // A view of the owner.
  'PATCH /auth/saved-views/{id}':                '401       401     200   404   404   401      401',
  'DELETE /auth/saved-views/{id}':               '401       401     200   404   404   401      401',
  // Each caller's own.
  'GET /auth/cover':                             '401       401     200   200   200   401      401',
  'POST /auth/cover':                            '401       401     201   201   201   401      401',
  // An absence of the owner.
  'DELETE /auth/cover/{id}':                     '401       401     200   404   404   401      401',
  // Each caller's own.
  'GET /teams':                                  '401       401     200   200   200   401      401',
  // The owner is the only member of the team.
  'PATCH /teams/{id}/watching':                  '401       401     200   404   404   401      401',
  'GET /colleagues':                             '401       401     200   200   200   401      401',

  'GET /tokens/validate/{token}':                '200       200     200   200   200   200      200',
  // The link is unknown.
  'POST /links/renewals':                        '202       202     202   202   202   202      202',
  'POST /links/problems':                        '202       202     202   202   202   202      202',
  'POST /links/language':                        '202       202     202   202   202   202      202',
  'POST /links/opened':                         '202       202     202   202   202   202      202',
  // A link of a request for several documents.
  'POST /links/request':                        '200       200     200   200   200   200      200',
  'POST /links/skip':                           '200       200     200   200   200   200      200',
  // The link is unknown.
  'POST /links/check':                           '404       404     404   404   404   404      404',
  // The link is the only credential.
  'POST /upload/{token}':                        '201       201     201   201   201   201      201',

  // Own rows only, see below.
  'GET /tokens':                                 '401       401     200   200   200   401      401',
  'POST /tokens':                                '401       401     201   201   201   401      401',
  'POST /tokens/bulk':                           '401       401     403   403   201   401      401',
  'POST /tokens/exports':                        '401       401     200   404   200   401      401',
  'GET /tokens/defaults':                        '401       401     200   200   200   401      401',
  // Own rows only, see below.
  'GET /tokens/attention':                       '401       401     200   200   200   401      401',
  'GET /statistics':                              '401       401     200   200   200   401      401',
  'GET /tokens/{id}':                            '401       401     200   404   200   401      401',
  'PATCH /tokens/{id}':                          '401       401     200   404   200   401      401',
  'POST /tokens/{id}/extend':                    '401       401     200   404   200   401      401',
  'POST /tokens/{id}/assign':                    '401       401     200   404   200   401      401',
  'POST /tokens/{id}/reissue':                   '401       401     201   404   201   401      401',
  'GET /tokens/{id}/sheet':                      '401       401     200   404   200   401      401',
  // The number is invalid.
  'POST /tokens/{id}/send-sms':                  '401       401     400   404   400   401      401',
  // The address is invalid.
  'POST /tokens/{id}/send-email':                '401       401     400   404   400   401      401',
  // Nothing is scheduled.
  'DELETE /tokens/{id}/scheduled-sends/{channel}': '401       401     409   404   409   401      401',
  'POST /tokens/{id}/scheduled-sends/{channel}/send-now': '401       401     409   404   409   401      401',
  'GET /tokens/{id}/reminders':                  '401       401     200   404   200   401      401',
  // None are planned.
  'POST /tokens/{id}/reminders/pause':           '401       401     409   404   409   401      401',
  'POST /tokens/{id}/reminders/resume':          '401       401     200   404   200   401      401',
  // No report is open.
  'POST /tokens/{id}/problem/close':             '401       401     200   404   200   401      401',
  'GET /tokens/{id}/ask-again':                  '401       401     200   404   200   401      401',
  'POST /tokens/{id}/ask-again':                 '401       401     201   404   201   401      401',
  'GET /tokens/{id}/thanks':                     '401       401     200   404   200   401      401',
  // Thanks are off.
  'POST /tokens/{id}/thanks':                    '401       401     404   404   404   401      401',
  // The link has no patient check.
  'POST /tokens/{id}/check/unlock':              '401       401     409   404   409   401      401',
  'POST /tokens/{id}/snooze':                    '401       401     200   404   200   401      401',
  'POST /sending-jobs/check':                    '401       401     200   200   200   401      401',
  // No row can be sent.
  'POST /sending-jobs':                          '401       401     409   409   409   401      401',
  // Own rows only.
  'GET /sending-jobs':                           '401       401     200   200   200   401      401',
  'GET /sending-jobs/{id}':                      '401       401     200   404   200   401      401',
  'GET /sending-jobs/{id}/rows':                 '401       401     200   404   200   401      401',
  'POST /sending-jobs/{id}/results':             '401       401     200   404   200   401      401',
  // The file has been cancelled; repeating that changes nothing.
  'POST /sending-jobs/{id}/pause':               '401       401     409   404   409   401      401',
  'POST /sending-jobs/{id}/start':               '401       401     409   404   409   401      401',
  'POST /sending-jobs/{id}/resume':              '401       401     409   404   409   401      401',
  'POST /sending-jobs/{id}/cancel':              '401       401     200   404   200   401      401',
  'GET /request-templates':                      '401       401     200   200   200   401      401',
  'POST /admin/request-templates':               '401       401     403   403   201   401      401',
  'PATCH /admin/request-templates/{id}':         '401       401     403   403   200   401      401',
  'POST /admin/request-templates/{id}/archive':  '401       401     403   403   200   401      401',
  'GET /admin/tokens/monitor':                   '401       401     403   403   200   401      401',
  'GET /admin/tokens/attention':                 '401       401     403   403   200   401      401',
  'GET /admin/statistics':                        '401       401     403   403   200   401      401',

  'GET /documents':                              '401       401     200   200   200   401      401',
  'GET /documents/attention':                    '401       401     200   200   200   401      401',
  'GET /documents/{id}':                         '401       401     200   404   200   401      401',
  'POST /documents/{id}/review':                 '401       401     200   404   200   401      401',
  'POST /documents/{id}/snooze':                 '401       401     200   404   200   401      401',
  'GET /admin/documents/attention':              '401       401     403   403   200   401      401',
  'GET /admin/documents':                        '401       401     403   403   200   401      401',
  'POST /requests/{id}/download':                '401       401     200   404   200   401      401',
  'POST /admin/documents/download':              '401       401     403   403   200   401      401',
  'DELETE /upload/file/{id}':                    '401       401     200   404   200   401      401',
  'DELETE /upload/files/bulk':                   '401       401     200   404   200   401      401',
  // Signed for a session of the owner, so it does not work for another user.
  'GET /files/{capability}':                     '200       200     200   404   404   200      200',
  'GET /files/{capability}/pages':               '200       200     200   404   404   200      200',
  'GET /files/{capability}/pages/{page}':        '200       200     200   404   404   200      200',
  'GET /files/{capability}/thumbnail':           '200       200     200   404   404   200      200',

  'GET /users':                                  '401       401     403   403   200   401      401',
  'GET /admin/users':                            '401       401     403   403   200   401      401',
  'POST /admin/users':                           '401       401     403   403   201   401      401',
  // The subject has set a password.
  'POST /admin/users/{id}/invite':               '401       401     403   403   409   401      401',
  'POST /admin/users/{id}/disable':              '401       401     403   403   200   401      401',
  'POST /admin/users/{id}/enable':               '401       401     403   403   200   401      401',
  'POST /admin/users/{id}/cover':                '401       401     403   403   201   401      401',
  'DELETE /admin/users/{id}/cover':              '401       401     403   403   200   401      401',
  'GET /admin/teams':                            '401       401     403   403   200   401      401',
  'POST /admin/teams':                           '401       401     403   403   201   401      401',
  'PATCH /admin/teams/{id}':                     '401       401     403   403   200   401      401',
  'POST /admin/teams/{id}/archive':              '401       401     403   403   200   401      401',
  'POST /admin/teams/{id}/members':              '401       401     403   403   200   401      401',
  'DELETE /admin/teams/{id}/members/{userId}':   '401       401     403   403   200   401      401',
  'POST /admin/users/{id}/second-factor/require': '401      401     403   403   200   401      401',
  // No second factor is set up.
  'POST /admin/users/{id}/second-factor/reset':  '401       401     403   403   409   401      401',

  'GET /admin/audit':                            '401       401     403   403   200   401      401',
  'GET /admin/audit/export':                     '401       401     403   403   200   401      401',

  'POST /twilio/status':                         '403       403     403   403   403   403      403', // Not signed by Twilio.
  'GET /events':                                 '401       401     200   200   200   401      401',
  'GET /openapi.json':                           '200       200     200   200   200   200      200',
  'GET /docs':                                   '200       200     200   200   200   200      200',
  'GET /docs/style.css':                         '200       200     200   200   200   200      200',
};

const filePath = (cast: Cast) => new URL(cast.document.file_url ?? '').pathname.replace(/^\/api/, '');

/**
 * How a route is called for one cell; whatever the call consumes is created for it. A route without an entry
 * is called without body and parameters.
 */
const calls: Record<string, (cast: Cast, caller: Caller) => Promise<Made> | Made> = {
  'POST /auth/login': (cast) => ({ path: '/auth/login', body: cast.credentials() }),
  'POST /auth/login/code': () => ({ path: '/auth/login/code', body: { ticket: 'x', code: '123456' } }),
  'POST /auth/login/enrol': () => ({ path: '/auth/login/enrol', body: { ticket: 'x' } }),
  'POST /auth/login/confirm': () => ({ path: '/auth/login/confirm', body: { ticket: 'x', code: '123456' } }),
  'POST /auth/forgot-password': () => ({ path: '/auth/forgot-password', body: { email: anAddress() } }),
  'POST /auth/reset-password': () => ({
    path: '/auth/reset-password',
    body: { token: 'x', password: 'long enough' },
  }),
  'POST /auth/logout': async (cast, caller) => ({
    path: '/auth/logout',
    bearer: await cast.sessionToEnd(caller),
  }),
  'POST /auth/second-factor/enrol': () => ({
    path: '/auth/second-factor/enrol',
    body: { password: 'wrong' },
  }),
  'POST /auth/second-factor/confirm': () => ({
    path: '/auth/second-factor/confirm',
    body: { code: '123456' },
  }),
  'POST /auth/second-factor/recovery-codes': () => ({
    path: '/auth/second-factor/recovery-codes',
    body: { password: 'wrong', code: '123456' },
  }),
  'POST /auth/second-factor/disable': () => ({
    path: '/auth/second-factor/disable',
    body: { password: 'wrong', code: '123456' },
  }),

  'POST /auth/proof': () => ({ path: '/auth/proof', body: { password: 'wrong' } }),
  'POST /auth/change-password': () => ({
    path: '/auth/change-password',
    body: { currentPassword: 'wrong', newPassword: 'long enough' },
  }),
  'DELETE /auth/sessions/{id}': async (cast) => ({ path: `/auth/sessions/${await cast.freshSession()}` }),
  'POST /auth/sessions/end-others': async (cast, caller) => ({
    path: '/auth/sessions/end-others',
    bearer: await cast.bearerOfNewAccount(caller),
  }),
  'PATCH /auth/preferences': () => ({ path: '/auth/preferences', body: { documentMail: 'at-once' } }),
  'POST /auth/saved-views': () => ({ path: '/auth/saved-views', body: aView() }),
  'PATCH /auth/saved-views/{id}': async (cast) => ({
    path: `/auth/saved-views/${await cast.freshView()}`,
    body: { name: aReference('M') },
  }),
  'DELETE /auth/saved-views/{id}': async (cast) => ({ path: `/auth/saved-views/${await cast.freshView()}` }),
  // Ends after a second, because the administrator is a demo account that other tests use.
  'POST /auth/cover': (cast) => ({ path: '/auth/cover', body: anAbsence(cast.subject.id, 1000) }),
  'DELETE /auth/cover/{id}': async (cast) => ({ path: `/auth/cover/${await cast.freshCover()}` }),
  'PATCH /teams/{id}/watching': async (cast) => ({
    path: `/teams/${await cast.freshTeamOfOwner()}/watching`,
    body: { watching: false },
  }),

  'GET /tokens/validate/{token}': async (cast) => ({
    path: `/tokens/validate/${(await cast.freshToken()).token}`,
  }),
  'POST /upload/{token}': async (cast) => ({
    path: `/upload/${(await cast.freshToken()).token}`,
    form: uploadForm(),
  }),
  'POST /tokens': () => ({ path: '/tokens', body: { patientRefId: aReference('M') } }),
  'POST /tokens/bulk': () => ({ path: '/tokens/bulk', body: { count: 1, prefix: aReference('M') } }),
  'POST /tokens/exports': async (cast) => ({
    path: '/tokens/exports',
    body: { tokenIds: [(await cast.freshToken()).id] },
  }),
  'POST /sending-jobs/check': () => ({ path: '/sending-jobs/check', body: { rows: [{ line: 2 }] } }),
  'POST /sending-jobs': () => ({ path: '/sending-jobs', body: { rows: [{ line: 2 }] } }),
  'GET /sending-jobs/{id}': async (cast) => ({ path: `/sending-jobs/${await cast.cancelledJob()}` }),
  'GET /sending-jobs/{id}/rows': async (cast) => ({
    path: `/sending-jobs/${await cast.cancelledJob()}/rows`,
  }),
  'POST /sending-jobs/{id}/results': async (cast) => ({
    path: `/sending-jobs/${await cast.cancelledJob()}/results`,
  }),
  'POST /sending-jobs/{id}/pause': async (cast) => ({
    path: `/sending-jobs/${await cast.cancelledJob()}/pause`,
  }),
  'POST /sending-jobs/{id}/start': async (cast) => ({
    path: `/sending-jobs/${await cast.cancelledJob()}/start`,
  }),
  'POST /sending-jobs/{id}/resume': async (cast) => ({
    path: `/sending-jobs/${await cast.cancelledJob()}/resume`,
  }),
  'POST /sending-jobs/{id}/cancel': async (cast) => ({
    path: `/sending-jobs/${await cast.cancelledJob()}/cancel`,
  }),
  'POST /admin/request-templates': () => ({ path: '/admin/request-templates', body: aTemplate() }),
  'PATCH /admin/request-templates/{id}': async (cast) => ({
    path: `/admin/request-templates/${await cast.freshTemplate()}`,
    body: { ...aTemplate(), version: 1 },
  }),
  'POST /admin/request-templates/{id}/archive': async (cast) => ({
    path: `/admin/request-templates/${await cast.freshTemplate()}/archive`,
    body: { version: 1 },
  }),
  'GET /tokens/{id}': async (cast) => ({ path: `/tokens/${(await cast.freshToken()).id}` }),
  'PATCH /tokens/{id}': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}`,
    body: { status: 'revoked' },
  }),
  'POST /links/renewals': () => ({ path: '/links/renewals', body: { token: 'x' } }),
  'POST /links/problems': () => ({ path: '/links/problems', body: { token: 'x', reason: 'help' } }),
  'POST /tokens/{id}/problem/close': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/problem/close`,
    body: { reported_at: new Date().toISOString() },
  }),
  'GET /tokens/{id}/ask-again': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/ask-again`,
  }),
  'POST /tokens/{id}/ask-again': async (cast) => ({
    path: `/tokens/${(await cast.freshDocument()).token_id}/ask-again`,
    body: { reason: 'blurred', send: false },
  }),
  'GET /tokens/{id}/thanks': async (cast) => ({ path: `/tokens/${(await cast.freshToken()).id}/thanks` }),
  'POST /tokens/{id}/thanks': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/thanks`,
    body: { sentence: 'seen' },
  }),
  'POST /links/language': () => ({ path: '/links/language', body: { token: 'x', language: 'en' } }),
  'POST /links/check': () => ({
    path: '/links/check',
    body: { token: 'x', birth_date: '1948-03-27', browser: 'x'.repeat(32) },
  }),
  'POST /tokens/{id}/check/unlock': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/check/unlock`,
  }),
  'POST /tokens/{id}/extend': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/extend`,
    body: { days: 5 },
  }),
  'POST /tokens/{id}/assign': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/assign`,
    body: { teamId: null },
  }),
  'POST /tokens/{id}/reissue': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/reissue`,
    body: { send: false },
  }),
  'POST /tokens/{id}/send-sms': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/send-sms`,
    body: { phoneNumber: 'no number' },
  }),
  'POST /tokens/{id}/send-email': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/send-email`,
    body: { email: 'no address' },
  }),
  'DELETE /tokens/{id}/scheduled-sends/{channel}': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/scheduled-sends/sms`,
  }),
  'POST /tokens/{id}/scheduled-sends/{channel}/send-now': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/scheduled-sends/sms/send-now`,
  }),
  'GET /tokens/{id}/sheet': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/sheet`,
  }),
  'GET /tokens/{id}/reminders': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/reminders`,
  }),
  'POST /tokens/{id}/reminders/pause': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/reminders/pause`,
  }),
  'POST /tokens/{id}/reminders/resume': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/reminders/resume`,
  }),
  'POST /links/request': async (cast) => ({
    path: '/links/request',
    body: { token: (await cast.freshRequest()).token },
  }),
  'POST /links/skip': async (cast) => ({
    path: '/links/skip',
    body: { token: (await cast.freshRequest()).token },
  }),
  'POST /requests/{id}/download': async (cast) => ({
    path: `/requests/${await cast.answeredRequest()}/download`,
  }),
  'POST /links/opened': () => ({ path: '/links/opened', body: { token: 'x' } }),
  'POST /tokens/{id}/snooze': async (cast) => ({
    path: `/tokens/${(await cast.freshToken()).id}/snooze`,
    body: { reason: 'ending', until: null },
  }),

  'GET /documents/{id}': (cast) => ({ path: `/documents/${cast.document.id}` }),
  'POST /documents/{id}/review': async (cast) => ({
    path: `/documents/${(await cast.freshDocument()).id}/review`,
    body: { state: 'reviewed', from: 'new' },
  }),
  'POST /documents/{id}/snooze': (cast) => ({
    path: `/documents/${cast.document.id}/snooze`,
    body: { reason: 'new_document', until: null },
  }),
  'POST /admin/documents/download': (cast) => ({
    path: '/admin/documents/download',
    body: { documentIds: [cast.document.id] },
  }),
  'DELETE /upload/file/{id}': async (cast) => ({ path: `/upload/file/${(await cast.freshDocument()).id}` }),
  'DELETE /upload/files/bulk': async (cast) => ({
    path: '/upload/files/bulk',
    body: { documentIds: [(await cast.freshDocument()).id] },
  }),
  'GET /files/{capability}': (cast) => ({ path: filePath(cast) }),
  'GET /files/{capability}/pages': (cast) => ({ path: `${filePath(cast)}/pages` }),
  'GET /files/{capability}/pages/{page}': (cast) => ({ path: `${filePath(cast)}/pages/1` }),
  'GET /files/{capability}/thumbnail': (cast) => ({ path: `${filePath(cast)}/thumbnail` }),

  'POST /admin/users': () => ({
    path: '/admin/users',
    body: { firstName: 'New', lastName: 'Colleague', email: anAddress() },
  }),
  'POST /admin/users/{id}/invite': (cast) => ({ path: `/admin/users/${cast.subject.id}/invite` }),
  'POST /admin/users/{id}/disable': (cast) => ({ path: `/admin/users/${cast.subject.id}/disable`, body: {} }),
  'POST /admin/users/{id}/enable': (cast) => ({ path: `/admin/users/${cast.subject.id}/enable` }),
  'POST /admin/users/{id}/cover': (cast) => ({
    path: `/admin/users/${cast.subject.id}/cover`,
    body: anAbsence(cast.otherId),
  }),
  'DELETE /admin/users/{id}/cover': async (cast) => {
    await cast.freshCover();
    return { path: `/admin/users/${cast.ownerId}/cover` };
  },
  'POST /admin/teams': () => ({ path: '/admin/teams', body: { name: aReference('Team') } }),
  'PATCH /admin/teams/{id}': async (cast) => ({
    path: `/admin/teams/${await cast.freshTeam()}`,
    body: { name: aReference('Team') },
  }),
  'POST /admin/teams/{id}/archive': async (cast) => ({
    path: `/admin/teams/${await cast.freshTeam()}/archive`,
  }),
  'POST /admin/teams/{id}/members': async (cast) => ({
    path: `/admin/teams/${await cast.freshTeam()}/members`,
    body: { userId: cast.otherId },
  }),
  'DELETE /admin/teams/{id}/members/{userId}': async (cast) => ({
    path: `/admin/teams/${await cast.freshTeamOfOwner()}/members/${cast.ownerId}`,
  }),
  'POST /admin/users/{id}/second-factor/require': (cast) => ({
    path: `/admin/users/${cast.subject.id}/second-factor/require`,
    body: { required: false },
  }),
  'POST /admin/users/{id}/second-factor/reset': (cast) => ({
    path: `/admin/users/${cast.subject.id}/second-factor/reset`,
  }),
};

let cast: Cast;
let routes: string[];

afterAll(() => cast.archiveTemplates());
beforeAll(async () => {
  cast = await Cast.gather();
  const description = (await (await fetch(`${readRun().url}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  routes = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}, 120_000);

/** The expected statuses of a row, by caller. */
function cellsOf(row: string): [Caller, number][] {
  const statuses = row.split(/\s+/).map(Number);
  if (statuses.length !== callers.length) throw new Error(`not ${callers.length} cells: ${row}`);
  return callers.map((caller, at) => [caller, statuses[at] ?? NaN]);
}

describe('the table of routes', () => {
  it('the table has a row for every route of the gateway and for no other', () => {
    expect(Object.keys(expected).sort()).toEqual([...routes].sort());
  });

  it('a link value, a disabled account and an expired session give no more access than no session', () => {
    for (const row of Object.values(expected)) {
      const cells = Object.fromEntries(cellsOf(row));
      for (const caller of ['patient', 'disabled', 'expired']) expect(cells[caller]).toBe(cells.anonymous);
    }
  });
});

describe('every route', () => {
  it.each(Object.entries(expected))(
    '%s responds to every kind of caller as defined in the table',
    async (route, row) => {
      const [method = ''] = route.split(' ');
      const found: Record<string, number> = {};
      for (const [caller] of cellsOf(row)) {
        const made: Made = (await calls[route]?.(cast, caller)) ?? { path: route.replace(`${method} `, '') };
        found[caller] = await statusOf(method, made, made.bearer ?? cast.bearerOf(caller));
      }
      expect(found).toEqual(Object.fromEntries(cellsOf(row)));
    },
  );
});

describe('team members and colleagues who stand in', () => {
  let colleagues: Colleagues;
  beforeAll(async () => {
    colleagues = await Colleagues.gather(cast);
  }, 120_000);
  afterAll(() => colleagues.dismiss());

  /** Routes for what belongs to one person alone: files of requests, and URLs signed for a session. */
  const personal = /^\w+ \/(sending-jobs|files)\//;
  const ofOwner = Object.entries(expected).filter(([route, row]) => {
    const { owner, other } = Object.fromEntries(cellsOf(row)) as Record<Caller, number>;
    return /^\w+ \/(tokens|documents|requests|upload|sending-jobs|files)\b/.test(route) && owner !== other;
  });

  it('more than 30 routes about links and documents are compared', () => {
    expect(ofOwner.length).toBeGreaterThan(30);
  });

  it.each(ofOwner)(
    "%s: team members and colleagues who stand in get the owner's status code, except on personal routes; former ones get a stranger's",
    async (route, row) => {
      const [method = ''] = route.split(' ');
      const { owner, other } = Object.fromEntries(cellsOf(row)) as Record<Caller, number>;
      const shared = personal.test(route) ? other : owner;
      const found: Record<string, number> = {};
      for (const kind of colleagueKinds) {
        const made = (await calls[route]?.(cast, 'other')) ?? { path: '' };
        found[kind] = await statusOf(method, made, colleagues.of(kind).bearer);
      }
      expect(found).toEqual({ member: shared, cover: shared, formerMember: other, formerCover: other });
    },
  );

  it.each([
    ['/tokens', 'team', 'member'],
    ['/tokens', 'covered', 'cover'],
    ['/documents', 'team', 'member'],
    ['/documents', 'covered', 'cover'],
  ] as const)(
    '%s?scope=%s lists the item for the %s and for no other colleague',
    async (path, scope, who) => {
      const id = path === '/tokens' ? (await cast.freshToken()).id : cast.document.id;
      const listed = async (kind: ColleagueKind) =>
        (await colleagues.of(kind).raw('GET', `${path}?scope=${scope}&limit=200`)).text();
      expect(await listed(who)).toContain(id);
      for (const kind of colleagueKinds) if (kind !== who) expect(await listed(kind)).not.toContain(id);
    },
  );

  it.each(['member', 'cover'] as const)(
    'the %s opens the file through a URL from their own session',
    async (kind) => {
      const { body } = await colleagues
        .of(kind)
        .get<{ document: Document }>(`/documents/${cast.document.id}`);
      const bearer = colleagues.of(kind).bearer;
      const path = new URL(body.data.document.file_url ?? '').pathname.replace(/^\/api/, '');
      expect(await statusOf('GET', { path }, bearer)).toBe(200);
    },
  );
});

describe('a former member of a team, and a colleague who stands in', () => {
  it('a former member neither sees the team nor can watch it', async () => {
    const id = await cast.freshTeamOfOwner();
    const own = async () =>
      (await cast.owner.get<{ teams: { id: string }[] }>('/teams')).body.data.teams.map((team) => team.id);
    expect(await own()).toContain(id);
    await cast.admin.delete(`/admin/teams/${id}/members/${cast.ownerId}`);
    expect(await own()).not.toContain(id);
    expect((await cast.owner.patch(`/teams/${id}/watching`, { watching: true })).status).toBe(404);
  });

  it('a colleague who stands in cannot end the absence', async () => {
    await cast.admin.delete(`/admin/users/${cast.ownerId}/cover`);
    const set = await cast.owner.post<Covers>('/auth/cover', anAbsence(cast.otherId));
    const id = set.body.data.own?.id ?? '';
    const standingIn = async () =>
      (await cast.other.get<Covers>('/auth/cover')).body.data.standingIn.map((cover) => cover.id);
    expect(await standingIn()).toContain(id);
    expect((await cast.other.delete(`/auth/cover/${id}`)).status).toBe(404);
    expect((await cast.owner.delete(`/auth/cover/${id}`)).status).toBe(200);
    expect(await standingIn()).not.toContain(id);
  });
});

describe('a clinician who is not the owner', () => {
  it("another clinician finds none of the owner's data in the lists of links and documents", async () => {
    const token = await cast.freshToken();
    const lists = await Promise.all(
      ['/tokens', '/tokens?limit=200', '/documents', '/documents?limit=200'].map((path) =>
        cast.other.raw('GET', path),
      ),
    );
    for (const list of lists) {
      const text = await list.text();
      for (const secret of [token.id, token.token, token.patient_ref_id, cast.document.id])
        expect(text).not.toContain(secret);
    }
  });

  it('a bulk deletion that contains one document of another clinician is refused as a whole', async () => {
    const [foreign, own] = [
      await cast.freshDocument(),
      (await receive(cast.other, aReference('M'))).document,
    ];
    const response = await cast.other.delete('/upload/files/bulk', { documentIds: [own.id, foreign.id] });
    expect(response).toMatchObject({ status: 404, body: { message: 'Document not found' } });
    expect((await cast.other.get(`/documents/${own.id}`)).status).toBe(200);
    expect((await cast.owner.get(`/documents/${foreign.id}`)).status).toBe(200);
  });

  it('the halves of two file URLs do not make a valid one', async () => {
    const own = (await receive(cast.other, aReference('M'))).document;
    const [foreigns = '', owns = ''] = [cast.document, own].map(
      ({ file_url }) => new URL(file_url ?? '').pathname.split('/').at(-1) ?? '',
    );
    const half = Math.floor(foreigns.length / 2);
    for (const spliced of [
      foreigns.slice(0, half) + owns.slice(half),
      owns.slice(0, half) + foreigns.slice(half),
    ])
      expect((await fetch(`${readRun().url}/api/files/${spliced}`)).status).toBe(404);
  });

  it("another clinician receives no live updates about the owner's links", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${readRun().url}/api/events`, {
      headers: { authorization: `Bearer ${cast.other.bearer}` },
      signal: stop.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const foreign = await cast.freshToken();
    const own = await cast.other.createToken(aReference('M'));
    let heard = '';
    // Their own link was created later: once its event has arrived, the other one's would have arrived as well.
    while (!heard.includes(own.id)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error(`the stream ended: ${heard}`);
      heard += value;
    }
    stop.abort();
    expect(heard).not.toContain(foreign.id);
  });
});

describe('actions that require a fresh proof', () => {
  const noBody = () => undefined;
  const acts: [string, string, () => unknown][] = [
    ['POST', '/admin/users', () => ({ firstName: 'N', lastName: 'A', email: anAddress(), role: 'admin' })],
    ['POST', `/admin/users/${randomUUID()}/second-factor/reset`, noBody],
    ['POST', `/admin/users/${randomUUID()}/second-factor/require`, () => ({ required: false })],
    ['GET', '/admin/audit/export', noBody],
  ];

  it.each(acts)(
    '%s %s is refused to an administrator with an old proof and allowed after a new one',
    async (method, path, body) => {
      const admin = await cast.adminWithOldProof();
      const call = () => statusAndCode(admin, method, path, body());
      expect(await call()).toEqual({ status: 403, code: 'proof_required' });
      await cast.prove(admin);
      expect((await call()).status).not.toBe(403);
    },
  );

  it('actions that require a fresh proof are forbidden to a clinician', async () => {
    for (const [method, path, body] of acts)
      expect(await statusAndCode(cast.owner, method, path, body())).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });
});

async function statusAndCode(api: ApiClient, method: string, path: string, body?: unknown) {
  const response = await fetch(`${readRun().url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${api.bearer ?? ''}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const code = response.ok ? null : (JSON.parse(text) as { code: string }).code;
  return { status: response.status, code };
}

describe("an administrator's zip", () => {
  it('a zip is refused as a whole when one of its documents does not exist', async () => {
    const documentIds = [cast.document.id, randomUUID()];
    const response = await cast.admin.post('/admin/documents/download', { documentIds });
    expect(response).toMatchObject({ status: 404, body: { message: 'Document not found' } });
  });
});
