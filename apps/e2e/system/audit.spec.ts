import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  AuditAction,
  AuditResponse,
  AuditEntry,
  Document,
  ReissueResponse,
  Token,
  User,
} from '@caredrop/contracts';
import { aPdf, eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { control } from '../support/control.js';
import { databaseUrl, query } from '../support/insides.js';
import { People } from '../support/people.js';
import { anAddress, aPhoneNumber, receive, receiveWith, twoItems } from '../support/make.js';
import { account, readRun } from '../support/run.js';

const run = readRun();
const people = new People();
const patient = new ApiClient(run.url);
const pdf = () => ({ bytes: aPdf({ text: randomUUID() }), name: 'knee scan.pdf', type: 'application/pdf' });
const nameless = `nobody-${randomUUID()}@clinic.example`;

let ana: ApiClient;
let dora: ApiClient;
let clinicianId: string;
let adminId: string;

beforeAll(async () => {
  ana = new ApiClient(run.url);
  clinicianId = (await ana.signIn(account(run, 'user'))).id;
  dora = new ApiClient(run.url);
  adminId = (await dora.signIn(account(run, 'admin'))).id;
});

/** The request's id is in every response and identifies its entries. */
const idOf = (response: { headers: Headers }): string => response.headers.get('x-request-id') ?? 'none';

async function entries(query: string): Promise<AuditEntry[]> {
  return (await dora.get<AuditResponse>(`/admin/audit?limit=200&${query}`)).body.data.entries;
}

/** The entries of an action of that request; waits until they have arrived through the broker. */
async function entriesOf(requestId: string, action: AuditAction, withinMs = 20_000): Promise<AuditEntry[]> {
  return eventually(async () => {
    const found = (await entries(`subject=${requestId}`)).filter((entry) => entry.action === action);
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, withinMs);
}

/**
 * Performs an action and waits for its entries. Actions that anyone can repeat without limit get individual
 * entries only up to a quota per minute, which earlier tests may have used up: in that case the action is
 * repeated.
 */
async function recorded(act: () => Promise<Made>, action: AuditAction): Promise<[Made, AuditEntry[]]> {
  if (action !== 'link.validate') {
    const made = await act();
    return [made, await entriesOf(made.requestId, action)];
  }
  return eventually(async () => {
    const made = await act();
    return [made, await entriesOf(made.requestId, action, 3_000)];
  }, 75_000);
}

async function sentDocument(): Promise<{ token: Token; document: Document }> {
  const token = await ana.createToken(`A-${randomUUID().slice(0, 8)}`);
  await patient.upload(token.token, pdf());
  const document = (await ana.documents()).find(({ token_id }) => token_id === token.id);
  if (!document) throw new Error('the document is not listed');
  return { token, document };
}

const open = (url: string, headers = {}): Promise<Response> =>
  fetch(url.startsWith('http') ? url : `${run.url}${url}`, { headers });

interface Made {
  requestId: string;
  subject?: string;
  related?: string[];
}
type Expected = Partial<Pick<AuditEntry, 'outcome' | 'reason' | 'codes'>> & { who: string };

/** How to perform each action over the API, and the entry that it leaves. */
const acts: [string, AuditAction, () => Promise<Made>, () => Expected][] = [
  [
    'signing in',
    'session.sign_in',
    async () => ({ requestId: idOf(await patient.post('/auth/login', account(run, 'user'))) }),
    () => ({ who: clinicianId }),
  ],
  [
    'a wrong password',
    'session.sign_in',
    async () => {
      const { email } = account(run, 'user', 1);
      const response = await patient.post('/auth/login', { email, password: 'not this one' });
      return { requestId: idOf(response) };
    },
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'invalid_credentials' }),
  ],
  [
    'signing in to an unknown account',
    'session.sign_in',
    async () => ({
      requestId: idOf(await patient.post('/auth/login', { email: nameless, password: 'not this one' })),
    }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'invalid_credentials' }),
  ],
  [
    'signing out',
    'session.sign_out',
    async () => {
      const own = new ApiClient(run.url);
      await own.signIn(account(run, 'user'));
      return { requestId: idOf(await own.post('/auth/logout')) };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'requesting a new password',
    'password.request_reset',
    async () => {
      const guest = await people.newClinician();
      const response = await patient.post('/auth/forgot-password', { email: guest.email });
      return { requestId: idOf(response), subject: guest.user.id };
    },
    () => ({ who: 'anonymous' }),
  ],
  [
    'requesting a password for an unknown account',
    'password.request_reset',
    async () => ({ requestId: idOf(await patient.post('/auth/forgot-password', { email: nameless })) }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'no_such_account' }),
  ],
  [
    'setting a password with an invalid link',
    'password.reset',
    async () => ({
      requestId: idOf(await patient.post('/auth/reset-password', { token: 'none', password: randomUUID() })),
    }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'reset_token_invalid' }),
  ],
  [
    'inviting a clinician',
    'user.invite',
    async () => {
      const email = `guest-${randomUUID().slice(0, 8)}@clinic.example`;
      const body = { firstName: 'Gil', lastName: 'Guest', email };
      const response = await dora.post<{ user: User }>('/admin/users', body);
      return { requestId: idOf(response), subject: response.body.data.user.id };
    },
    () => ({ who: adminId, codes: ['role_user'] }),
  ],
  [
    'inviting a clinician again',
    'user.invite_again',
    async () => {
      const email = `guest-${randomUUID().slice(0, 8)}@clinic.example`;
      const body = { firstName: 'Gil', lastName: 'Guest', email };
      const { id } = (await dora.post<{ user: User }>('/admin/users', body)).body.data.user;
      return { requestId: idOf(await dora.post(`/admin/users/${id}/invite`)), subject: id };
    },
    () => ({ who: adminId }),
  ],
  ['disabling an account', 'user.disable', () => access('disable'), () => ({ who: adminId })],
  ['enabling an account', 'user.enable', () => access('enable'), () => ({ who: adminId })],
  [
    'disabling one’s own account',
    'user.disable',
    async () => ({
      requestId: idOf(await dora.post(`/admin/users/${adminId}/disable`, {})),
      subject: adminId,
    }),
    () => ({ who: adminId, outcome: 'refused', reason: 'forbidden' }),
  ],
  [
    'creating a link',
    'token.create',
    async () => {
      const response = await ana.post<{ token: Token }>('/tokens', { patientRefId: 'A-1' });
      return { requestId: idOf(response), subject: response.body.data.token.id };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'creating links in bulk',
    'token.create_bulk',
    async () => {
      const response = await dora.post<{ tokens: Token[] }>('/tokens/bulk', { count: 3, prefix: 'AUDIT' });
      return { requestId: idOf(response), related: response.body.data.tokens.map(({ id }) => id) };
    },
    () => ({ who: adminId }),
  ],
  [
    'exporting links',
    'token.export',
    async () => {
      const token = await ana.createToken('A-2');
      const response = await ana.post('/tokens/exports', { tokenIds: [token.id] });
      expect(response.status).toBe(200);
      return { requestId: idOf(response), related: [token.id] };
    },
    () => ({ who: clinicianId, codes: ['csv'] }),
  ],
  ['sending a link by SMS', 'token.send_sms', () => text(aPhoneNumber(), 200), () => ({ who: clinicianId })],
  [
    'sending a link to an invalid number',
    'token.send_sms',
    () => text('12', 400),
    () => ({ who: clinicianId, outcome: 'refused', reason: 'phone_invalid' }),
  ],
  ['emailing a link', 'token.send_email', () => emailed(anAddress(), 200), () => ({ who: clinicianId })],
  [
    'emailing a link that was revoked',
    'token.send_email',
    () => emailed(anAddress(), 409, { status: 'revoked' }),
    () => ({ who: clinicianId, outcome: 'refused', reason: 'email_token_not_active' }),
  ],
  [
    'extending a link',
    'token.extend',
    async () => {
      const token = await ana.createToken('A-3');
      const response = await ana.post(`/tokens/${token.id}/extend`, { days: 60 });
      return { requestId: idOf(response), subject: token.id };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'replacing a link',
    'token.reissue',
    async () => {
      const token = await ana.createToken('A-3');
      const response = await ana.post<ReissueResponse>(`/tokens/${token.id}/reissue`, { send: false });
      return { requestId: idOf(response), subject: token.id, related: [response.body.data.token.id] };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'asking for a document again',
    'token.ask_again',
    async () => {
      const { token, document } = await receive(ana, 'A-3');
      const body = { reason: 'own_words', words: 'Both sides, please', send: false };
      const response = await ana.post<ReissueResponse>(`/tokens/${token.id}/ask-again`, body);
      const related = [response.body.data.token.id, document.id];
      return { requestId: idOf(response), subject: token.id, related };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'asking for a new link in place of an unknown one',
    'link.ask_renewal',
    async () => ({ requestId: idOf(await patient.post('/links/renewals', { token: 'x'.repeat(43) })) }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_unknown' }),
  ],
  [
    'reporting a problem with an unknown link',
    'token.report_problem',
    async () => ({
      requestId: idOf(await patient.post('/links/problems', { token: 'x'.repeat(43), reason: 'help' })),
    }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_unknown' }),
  ],
  [
    'looking up the request of an unknown link',
    'link.validate',
    async () => ({ requestId: idOf(await patient.post('/links/request', { token: 'y'.repeat(43) })) }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_unknown' }),
  ],
  [
    'skipping an optional document',
    'link.skip_document',
    async () => {
      const token = await ana.createToken('A-6', { items: twoItems });
      return {
        requestId: idOf(await patient.post('/links/skip', { token: token.token })),
        subject: token.id,
      };
    },
    () => ({ who: 'patient' }),
  ],
  [
    'making the link of the next document',
    'token.create_next',
    async () => {
      const token = await ana.createToken('A-7', { items: twoItems });
      const response = await patient.post('/links/skip', { token: token.token });
      return { requestId: idOf(response), related: [token.id] };
    },
    () => ({ who: 'system' }),
  ],
  [
    'opening the page of a link',
    'token.opened',
    async () => {
      const token = await ana.createToken('A-4');
      const response = await patient.post('/links/opened', { token: token.token });
      return { requestId: idOf(response), subject: token.id };
    },
    () => ({ who: 'patient' }),
  ],
  [
    'snoozing a link',
    'token.snooze',
    async () => {
      const token = await ana.createToken('A-5');
      const response = await ana.post(`/tokens/${token.id}/snooze`, { reason: 'ending', until: null });
      return { requestId: idOf(response), subject: token.id };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'choosing a language for an unknown link',
    'token.language_chosen',
    async () => {
      const body = { token: 'x'.repeat(43), language: 'en' };
      return { requestId: idOf(await patient.post('/links/language', body)) };
    },
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_unknown' }),
  ],
  [
    'passing a patient check',
    'token.check_passed',
    async () => {
      const token = await ana.createCheckedToken('A-4', '1948-03-27');
      return { requestId: idOf(await giveBirthDate(token.token, '1948-03-27')), subject: token.id };
    },
    () => ({ who: 'patient' }),
  ],
  [
    'failing a patient check',
    'token.check_failed',
    async () => {
      const token = await ana.createCheckedToken('A-4', '1948-03-27');
      return { requestId: idOf(await giveBirthDate(token.token, '1948-03-28')), subject: token.id };
    },
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'check_wrong' }),
  ],
  [
    'locking a link with wrong dates of birth',
    'token.check_locked',
    async () => {
      const token = await ana.createCheckedToken('A-4', '1948-03-27');
      return { requestId: idOf(await lockCheck(token)), subject: token.id };
    },
    () => ({ who: 'patient' }),
  ],
  [
    'unlocking a patient check',
    'token.unlock_check',
    async () => {
      const token = await ana.createCheckedToken('A-4', '1948-03-27');
      await lockCheck(token);
      return { requestId: idOf(await ana.post(`/tokens/${token.id}/check/unlock`)), subject: token.id };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'sending a link by SMS with reminders',
    'token.plan_reminders',
    () => text(aPhoneNumber(), 200, { reminders: true }),
    () => ({ who: 'system', codes: ['reminders.3'] }),
  ],
  [
    'pausing reminders',
    'token.pause_reminders',
    () => changeReminders(['pause']),
    () => ({ who: clinicianId }),
  ],
  [
    'resuming reminders',
    'token.resume_reminders',
    () => changeReminders(['pause', 'resume']),
    () => ({ who: clinicianId }),
  ],
  [
    'revoking a link',
    'token.revoke',
    async () => {
      const token = await ana.createToken('A-3');
      const response = await ana.patch(`/tokens/${token.id}`, { status: 'revoked' });
      return { requestId: idOf(response), subject: token.id };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'revoking a link twice',
    'token.revoke',
    async () => {
      const token = await ana.createToken('A-4');
      await ana.patch(`/tokens/${token.id}`, { status: 'revoked' });
      const response = await ana.patch(`/tokens/${token.id}`, { status: 'revoked' });
      return { requestId: idOf(response), subject: token.id };
    },
    () => ({ who: clinicianId, outcome: 'refused', reason: 'token_not_active' }),
  ],
  [
    'opening an unknown link',
    'link.validate',
    async () => ({ requestId: idOf(await patient.raw('GET', `/tokens/validate/${'x'.repeat(43)}`)) }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_unknown' }),
  ],
  [
    'opening a used link',
    'link.validate',
    async () => {
      const { token } = await sentDocument();
      return {
        requestId: idOf(await patient.raw('GET', `/tokens/validate/${token.token}`)),
        subject: token.id,
      };
    },
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_used' }),
  ],
  ['an upload', 'document.upload', () => upload(), () => ({ who: 'patient' })],
  [
    'an upload without a malware scanner',
    'document.scan',
    () => upload(),
    () => ({ who: 'system', outcome: 'failed', reason: 'no_scanner' }),
  ],
  [
    'uploading an invalid picture',
    'document.upload',
    async () => {
      const token = await ana.createToken('A-5');
      const bytes = new TextEncoder().encode('<html>');
      const response = await patient.upload(token.token, { bytes, name: 'x.jpg', type: 'image/jpeg' });
      return { requestId: idOf(response), subject: token.id };
    },
    () => ({ who: 'patient', outcome: 'refused', reason: 'file_type_refused' }),
  ],
  [
    'uploading to an unknown link',
    'document.upload',
    async () => ({ requestId: idOf(await patient.upload('x'.repeat(43), pdf())) }),
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'link_unknown' }),
  ],
  [
    'viewing a document',
    'document.view',
    async () => {
      const { document, token } = await sentDocument();
      const response = await ana.get(`/documents/${document.id}`);
      return { requestId: idOf(response), subject: document.id, related: [token.id] };
    },
    () => ({ who: clinicianId }),
  ],
  ...(
    [
      ['marking a document as reviewed', 'document.reviewed', [['new', 'reviewed']]],
      ['marking a document as filed', 'document.filed', [['new', 'filed']]],
      [
        'undoing a review',
        'document.review_undone',
        [
          ['new', 'reviewed'],
          ['reviewed', 'new'],
        ],
      ],
    ] as [string, AuditAction, [string, string][]][]
  ).map(([what, action, changes]): (typeof acts)[number] => [
    what,
    action,
    async () => {
      const { document, token } = await sentDocument();
      let requestId = '';
      for (const [from, state] of changes)
        requestId = idOf(await ana.post(`/documents/${document.id}/review`, { from, state }));
      return { requestId, subject: document.id, related: [token.id] };
    },
    () => ({ who: clinicianId }),
  ]),
  [
    'snoozing a document',
    'document.snooze',
    async () => {
      const { document, token } = await sentDocument();
      const body = { reason: 'new_document', until: null };
      const response = await ana.post(`/documents/${document.id}/snooze`, body);
      return { requestId: idOf(response), subject: document.id, related: [token.id] };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'requesting an unknown document',
    'document.view',
    async () => {
      const id = randomUUID();
      const response = await ana.raw('GET', `/documents/${id}`);
      expect(response.status).toBe(404);
      return { requestId: idOf(response), subject: id };
    },
    () => ({ who: clinicianId, outcome: 'refused', reason: 'document_not_found' }),
  ],
  [
    'listing everyone’s documents',
    'document.list_all',
    async () => ({ requestId: idOf(await dora.get(`/admin/documents?patientRefId=${randomUUID()}`)) }),
    () => ({ who: adminId, codes: ['patientRefId', 'rows_0'] }),
  ],
  [
    'listing everyone’s links',
    'token.list_all',
    async () => ({ requestId: idOf(await dora.get(`/admin/tokens/monitor?search=${randomUUID()}`)) }),
    () => ({ who: adminId, codes: ['search', 'rows_0'] }),
  ],
  [
    'viewing the statistics of everyone’s links',
    'token.statistics_all',
    async () => ({ requestId: idOf(await dora.get('/admin/statistics?from=2001-01-01&to=2001-01-02')) }),
    () => ({ who: adminId, codes: ['from', 'to', 'by', 'rows_0'] }),
  ],
  [
    'opening a colleague’s link',
    'token.view',
    async () => {
      const token = await ana.createToken('A-9');
      return {
        requestId: idOf(await dora.get(`/tokens/${token.id}`)),
        subject: token.id,
        related: [clinicianId],
      };
    },
    () => ({ who: adminId }),
  ],
  [
    'listing staff',
    'user.list',
    async () => ({ requestId: idOf(await dora.get(`/admin/users?name=${randomUUID()}`)) }),
    () => ({ who: adminId, codes: ['name', 'role', 'rows_0'] }),
  ],
  ['opening the original of a file', 'document.open_original', () => file(''), () => ({ who: clinicianId })],
  [
    'downloading a file',
    'document.download',
    () => file('disposition=attachment'),
    () => ({ who: clinicianId }),
  ],
  [
    'using a file URL from an ended session',
    'document.open_original',
    async () => {
      const own = new ApiClient(run.url);
      await own.signIn(account(run, 'user'));
      const { document } = await sentDocument();
      const url = (await own.documents()).find(({ id }) => id === document.id)?.file_url ?? '';
      await own.post('/auth/logout');
      return eventually(async () => {
        const response = await open(url);
        expect(response.status).toBe(401);
        return { requestId: idOf(response), subject: document.id };
      });
    },
    () => ({ who: 'anonymous', outcome: 'refused', reason: 'unauthorized' }),
  ],
  [
    'downloading a zip',
    'document.download_zip',
    async () => {
      const ids = [(await sentDocument()).document.id, (await sentDocument()).document.id];
      const response = await dora.raw('POST', '/admin/documents/download', { documentIds: ids });
      await response.arrayBuffer();
      return { requestId: idOf(response), related: ids };
    },
    () => ({ who: adminId }),
  ],
  [
    'downloading the documents of a request',
    'document.download_zip',
    async () => {
      const token = await ana.createToken('A-8', { items: twoItems });
      const { document } = await receiveWith(ana, token);
      const response = await ana.raw('POST', `/requests/${document.request?.id ?? ''}/download`);
      await response.arrayBuffer();
      return { requestId: idOf(response), related: [document.id] };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'deleting a document',
    'document.delete',
    async () => {
      const { document } = await sentDocument();
      return { requestId: idOf(await ana.delete(`/upload/file/${document.id}`)), subject: document.id };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'deleting several documents',
    'document.delete_bulk',
    async () => {
      const ids = [(await sentDocument()).document.id, (await sentDocument()).document.id];
      const response = await ana.delete('/upload/files/bulk', { documentIds: ids });
      return { requestId: idOf(response), related: ids };
    },
    () => ({ who: clinicianId }),
  ],
  [
    'listing the audit',
    'audit.list',
    async () => ({ requestId: idOf(await dora.get('/admin/audit?since=2001-01-01&until=2001-01-02')) }),
    () => ({ who: adminId, codes: ['since', 'until', 'rows_0'] }),
  ],
  [
    'exporting the audit',
    'audit.export',
    async () => {
      const response = await dora.raw('GET', '/admin/audit/export?format=csv&who=system');
      await response.text();
      return { requestId: idOf(response) };
    },
    () => ({ who: adminId, codes: ['csv', 'who'] }),
  ],
];

async function access(verb: 'disable' | 'enable'): Promise<Made> {
  const guest = await people.newClinician();
  if (verb === 'enable') await dora.post(`/admin/users/${guest.user.id}/disable`, {});
  const response = await dora.post(`/admin/users/${guest.user.id}/${verb}`, {});
  return { requestId: idOf(response), subject: guest.user.id };
}

async function text(phoneNumber: string, status: number, wishes = {}): Promise<Made> {
  const token = await ana.createToken('A-6');
  const response = await ana.post(`/tokens/${token.id}/send-sms`, { phoneNumber, ...wishes });
  expect(response.status).toBe(status);
  return { requestId: idOf(response), subject: token.id };
}

async function emailed(email: string, status: number, change?: { status: 'revoked' }): Promise<Made> {
  const token = await ana.createToken('A-6');
  if (change) await ana.patch(`/tokens/${token.id}`, change);
  const response = await ana.post(`/tokens/${token.id}/send-email`, { email });
  expect(response.status).toBe(status);
  return { requestId: idOf(response), subject: token.id };
}

const giveBirthDate = (link: string, birthDate: string) =>
  patient.post('/links/check', { token: link, birth_date: birthDate, browser: 'b'.repeat(32) });

/** Enters the last of thirty wrong dates, which locks the link. */
async function lockCheck({ id, token }: Token) {
  await query(databaseUrl('caredrop_token'), `UPDATE tokens SET check_tries = 29 WHERE id = '${id}'`);
  return giveBirthDate(token, '1948-03-28');
}

async function changeReminders(changes: ('pause' | 'resume')[]): Promise<Made> {
  const { subject = '' } = await text(aPhoneNumber(), 200, { reminders: true });
  let requestId = '';
  for (const change of changes) {
    const response = await ana.post(`/tokens/${subject}/reminders/${change}`, {});
    expect(response.status).toBe(200);
    requestId = idOf(response);
  }
  return { requestId, subject };
}

async function upload(): Promise<Made> {
  const token = await ana.createToken('A-7');
  const response = await patient.upload(token.token, pdf());
  expect(response.status).toBe(201);
  return { requestId: idOf(response), related: [token.id] };
}

async function file(query: string): Promise<Made> {
  const { document } = await sentDocument();
  const url = new URL(document.file_url ?? '', run.url);
  if (query) url.search = query;
  const response = await open(url.href);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  return { requestId: idOf(response), subject: document.id };
}

const actorOf = ({ actor }: AuditEntry): string => actor.id ?? actor.kind;

describe('the audit entries of actions', () => {
  it.each(acts)(
    '%s leaves one complete audit entry',
    async (_name, action, act, expected) => {
      const began = Date.now();
      const [{ requestId, subject, related }, [entry, ...more]] = await recorded(act, action);
      expect(more).toEqual([]);
      const { who, ...rest } = expected();
      expect(entry).toMatchObject({ outcome: 'success', reason: null, requestId, count: 1, ...rest });
      expect(actorOf(entry as AuditEntry)).toBe(who);
      const addresses = run.from ? [run.from] : ['127.0.0.1', '0:0:0:0::/64'];
      // The status of a text may arrive before the response to the request: the entry then has no address.
      expect(who === 'system' ? [...addresses, null] : addresses).toContain(entry?.from);
      if (subject) expect(entry?.subject?.id).toBe(subject);
      if (related) expect(entry?.related.map(({ id }) => id)).toEqual(expect.arrayContaining(related));
      const at = Date.parse(entry?.at ?? '');
      expect(at).toBeGreaterThanOrEqual(began - 2000);
      expect(at).toBeLessThanOrEqual(Date.now() + 2000);
    },
    100_000,
  );

  it('the audit log contains the start of every service', async () => {
    const sources = (await entries('action=service.start')).map(({ source }) => source);
    for (const service of ['gateway', 'auth', 'token', 'document', 'notification', 'audit'])
      expect(sources).toContain(service);
  });

  it('audit entries contain no name, phone number, email address, file name or link', async () => {
    const { token, document } = await sentDocument();
    await ana.post(`/tokens/${token.id}/send-sms`, { phoneNumber: aPhoneNumber() });
    const email = anAddress();
    await ana.post(`/tokens/${token.id}/send-email`, { email });
    const all = JSON.stringify(await entries(''));
    for (const secret of [
      token.token,
      token.patient_ref_id,
      document.file_name,
      '7700900',
      email,
      nameless,
      'Gwen',
    ])
      expect(all).not.toContain(secret);
  });
});

describe('a file read in parts', () => {
  it('requests for parts of a file leave one audit entry', async () => {
    const { document } = await sentDocument();
    const url = document.file_url ?? '';
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-'])
      expect((await open(url, { range })).status).toBe(206);
    await entriesOf(idOf(await ana.get(`/documents/${document.id}`)), 'document.view');
    const parts = (await entries(`subject=${document.id}`)).filter(
      ({ action }) => action === 'document.open_original',
    );
    expect(parts).toHaveLength(1);
  });
});

describe('audited link enumeration', () => {
  it('100 guessed links leave at most 40 audit entries', async () => {
    const start = new Date().toISOString();
    for (let guess = 0; guess < 100; guess += 1)
      await patient.raw('GET', `/tokens/validate/${randomUUID().replaceAll('-', '').padEnd(43, 'x')}`);
    // The token service publishes its entries in order, so those of the guesses have arrived before this one.
    await entriesOf(idOf(await ana.post('/tokens', { patientRefId: 'A-9' })), 'token.create');
    const guessed = (await entries('action=link.validate')).filter(({ at }) => at >= start);
    expect(guessed.length).toBeLessThanOrEqual(40);
  });
});

/**
 * Kills a service between an action and the publishing of its entry: the outbox contains what the broker has
 * not received.
 */
describe('audit entries in the outbox', () => {
  it.each(['token', 'document', 'auth', 'audit'] as const)(
    'no audit entry is lost when %s is killed while the broker is down',
    async (service) => {
      await control(run, 'rabbitmq', 'stop');
      const made: [string, AuditAction][] = [];
      const { token, document } = await sentDocument();
      for (let act = 0; act < 3; act += 1) {
        made.push([idOf(await ana.get(`/documents/${document.id}`)), 'document.view']);
        made.push([idOf(await ana.post('/tokens', { patientRefId: 'A-8' })), 'token.create']);
        made.push([idOf(await patient.post('/auth/login', account(run, 'user'))), 'session.sign_in']);
      }
      await control(run, service, 'kill');
      await control(run, 'rabbitmq', 'start');
      for (const [requestId, action] of made)
        await eventually(async () => {
          expect((await entries(`subject=${requestId}`)).map((entry) => entry.action)).toContain(action);
        }, 60_000);
      expect((await ana.token(token.id)).status).toBe('used');
    },
    120_000,
  );
});

describe('the command npm run audit', () => {
  const audit = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/audit/main.ts', ...args], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      // With the home of this worker's stack only (support/one-stack.mjs).
      env: process.env,
      encoding: 'utf8',
    });

  it('the command verifies the audit chain up to its newest checkpoint', () => {
    const { stdout, status } = audit('verify');
    expect(stdout).toContain('Proved up to entry');
    expect(status).toBe(0);
  });

  it.each(['json', 'csv'])(
    'the command verifies a %s export without the database and detects a change in it',
    async (format) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'audit-'));
      const name = path.join(folder, `export.${format}`);
      const content = await (await dora.raw('GET', `/admin/audit/export?format=${format}`)).text();
      writeFileSync(name, content);
      expect(audit('verify', '--file', name)).toMatchObject({ status: 0 });
      writeFileSync(name, content.replace('invalid_credentials', 'account_disabled'));
      const { stdout, status } = audit('verify', '--file', name);
      expect(stdout).toContain('was changed');
      expect(status).toBe(1);
      rmSync(folder, { recursive: true });
    },
  );
});
