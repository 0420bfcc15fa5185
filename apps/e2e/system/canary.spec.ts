import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type {
  CheckLinkResponse,
  LinkRequest,
  ReissueResponse,
  RequestTemplate,
  SendingJob,
  SendingResults,
  Team,
  Token,
  User,
} from '@caredrop/contracts';
import { aPdf, eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { BrokerTap } from '../support/broker-tap.js';
import { Canaries } from '../support/canaries.js';
import { control } from '../support/control.js';
import { databases, databaseUrl, dump, logs, query, runFiles } from '../support/insides.js';
import { Mailbox } from '../support/mailbox.js';
import { mailedLink, People } from '../support/people.js';
import { remindNow } from '../support/remind-now.js';
import { readRun } from '../support/run.js';
import { SlowUpload } from '../support/slow-upload.js';

/**
 * One journey through everything, including failures of each kind, with unique details. Afterwards these details
 * may be where they belong (the services' own tables, emails, texts, successful responses) and nowhere else: not
 * in a log line of any process, a metric, an event, an audit entry, an error response or a run file.
 */
const run = readRun();
const canaries = new Canaries();
const people = new People();

/** Error responses and headers of the responses to `ask`, `rawAsk` and `upload`, with their calls. */
const rejections: { where: string; text: string; except: string[] }[] = [];
const requestIds: string[] = [];

interface Ask {
  body?: unknown;
  raw?: string;
  bearer?: string | null;
  headers?: Record<string, string>;
}

/** Makes a call, and records the response's headers except Content-Disposition, and its body if it is an error. */
async function ask(
  method: string,
  path: string,
  { body, raw, bearer, headers }: Ask = {},
  except: string[] = [],
) {
  const response = await fetch(`${run.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined || raw !== undefined ? { 'content-type': 'application/json' } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
  });
  const text = await response.text();
  const head = JSON.stringify([...response.headers].filter(([name]) => name !== 'content-disposition'));
  const refused = response.status >= 400;
  rejections.push({
    where: `${method} response ${String(response.status)}`,
    text: head + (refused ? text : ''),
    except,
  });
  requestIds.push(response.headers.get('x-request-id') ?? '');
  return { status: response.status, text };
}

/** Sends raw bytes, and records the response. */
function rawAsk(bytes: string): Promise<void> {
  const { hostname, port } = new URL(run.url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        rejections.push({ where: 'a response to broken HTTP', text, except: [] });
        resolve();
      });
  });
}

const password = canaries.hatch('password');
const wrongPassword = canaries.hatch('a mistyped password');
const email = canaries.hatch('e-mail', (unique) => `canary-${unique}@clinic.example`);
const stranger = canaries.hatch('a stranger’s e-mail', (unique) => `stranger-${unique}@clinic.example`);
const lastName = canaries.hatch('name');
const reference = canaries.hatch('patient reference');
const nickname = canaries.hatch('nickname');
const notes = canaries.hatch('notes');
const comment = canaries.hatch('comment');
const againWords = canaries.hatch('own words of a clinician');
const templateWords = canaries.hatch('words of a template');
const itemLabel = canaries.hatch('name of a document that is asked for');
const teamName = canaries.hatch('name of a team');
const viewName = canaries.hatch('name of a view');
const fileName = canaries.hatch('file name', (unique) => `Canary ${unique}.pdf`);
const badFileName = canaries.hatch('name of a refused file', (unique) => `Canary ${unique}.exe`);
const content = canaries.hatch('content of the document');
const reason = canaries.hatch('reason for disabling');
const smsText = canaries.hatch('text message');
const unknownLink = canaries.hatch('a mistyped link', (unique) => unique.repeat(4).slice(0, 43));
const junk = canaries.hatch('junk');
const birthDate = canaries.add('date of birth', '1931-07-19');
const wrongBirthDate = canaries.add('wrong date of birth', '1931-07-20');
const patientAddress = canaries.hatch('address of a patient', (unique) => `patient-${unique}@mail.example`);
const refusedAddress = canaries.hatch('address that is refused', (unique) => `p-${unique}@refused.test`);
const fileAddress = canaries.hatch('address of a file', (unique) => `file-${unique}@mail.example`);
const replacedAddress = canaries.hatch('address of a replaced link', (unique) => `r-${unique}@mail.example`);
const digits = () => String(Math.floor(Math.random() * 8_000_000) + 1_000_000);
const phone = canaries.add('phone number', `447911${digits().slice(0, 6)}`);
const templatePhone = canaries.add('phone number of a template', `447911${digits().slice(0, 6)}`);
const filePhone = canaries.add('phone number of a file', `447911${digits().slice(0, 6)}`);
const failingPhone = canaries.add('number that fails', `44791${digits().slice(0, 3)}0000`);
const refusedPhone = canaries.add('number that is refused', `44791${digits().slice(0, 3)}9999`);

const file = { bytes: aPdf({ text: content }), name: fileName, type: 'application/pdf', comment };
const patient = new ApiClient(run.url);
const clinician = new ApiClient(run.url);
let admin: ApiClient;
let user: User;
/** A link that is unused at the time the databases are stolen. */
let stillOpen: Token;
let tap: BrokerTap;
/** Metrics of services that are restarted later, which then begin at zero. */
let early: Record<string, string>;
/** Messages published before the broker was stopped. */
const heard: string[] = [];

const upload = async (link: string, changes: Partial<typeof file> = {}, except: string[] = []) => {
  const response = await patient.upload(link, { ...file, ...changes });
  const text =
    JSON.stringify([...response.headers]) + (response.status >= 400 ? JSON.stringify(response.body) : '');
  rejections.push({ where: `upload response ${String(response.status)}`, text, except });
  requestIds.push(response.headers.get('x-request-id') ?? '');
  return response.status;
};

async function newLink(more: object = {}): Promise<Token> {
  const body = { patientRefId: reference, nickname, notes, ...more };
  const { token } = (await clinician.post<{ token: Token }>('/tokens', body)).body.data;
  canaries.add(`link ${token.id}`, token.token);
  return token;
}

async function invited(): Promise<void> {
  const invitation = await admin.post<{ user: User }>('/admin/users', { firstName: 'Cana', lastName, email });
  user = invitation.body.data.user;
  const token = canaries.add('invitation', new URL(await mailedLink(email)).searchParams.get('token') ?? '');
  await ask('POST', '/api/auth/reset-password', { body: { token: junk, password } });
  await ask('POST', '/api/auth/reset-password', { raw: `{"token":"${token}","password":"${password}"` });
  expect((await ask('POST', '/api/auth/reset-password', { body: { token, password } })).status).toBe(200);
}

async function signedIn(): Promise<void> {
  await ask('POST', '/api/auth/login', { body: { email, password: wrongPassword } });
  await ask('POST', '/api/auth/login', { body: { email: stranger, password: wrongPassword } });
  await ask('POST', '/api/auth/login', { body: { email: [email], password: { password } } });
  await ask('POST', `/api/auth/login?password=${password}`, { raw: `${password}}{` });
  await ask('POST', '/api/auth/forgot-password', { body: { email: stranger } });
  await clinician.signIn({ email, password });
  // Signing in records the kind of device, never the header itself.
  await ask('POST', '/api/auth/login', { body: { email, password }, headers: { 'user-agent': junk } });
  const { bearer } = clinician;
  await ask('POST', '/api/auth/proof', { bearer, body: { password: wrongPassword } });
  const change = { currentPassword: wrongPassword, newPassword: password };
  await ask('POST', '/api/auth/change-password', { bearer, body: change });
  await ask('DELETE', `/api/auth/sessions/${junk}`, { bearer });
  canaries.add('session token', clinician.bearer ?? '');
  await ask('GET', '/api/auth/me', { bearer: `${clinician.bearer ?? ''}x` });
  await ask('POST', '/api/auth/forgot-password', { body: { email } });
  const reset = await eventually(async () => {
    const texts = await new Mailbox(run.mailUrl).sentTo(email);
    const found = texts.flatMap((text) => /reset-password\?token=([\w.~-]+)/.exec(text)?.[1] ?? []);
    expect(found.length).toBeGreaterThan(1);
    return found;
  }, 30_000);
  reset.forEach((token, n) => canaries.add(`password link ${String(n)}`, token));
}

/** Schedules a text and cancels it, and schedules an email and sends it. */
async function scheduled(link: Token, bearer: string | null): Promise<void> {
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const later = (body: object, channel = 'sms') =>
    ask('POST', `/api/tokens/${link.id}/send-${channel}`, { bearer, body: { sendAt, ...body } });
  const path = `/api/tokens/${link.id}/scheduled-sends`;
  const text = { phoneNumber: `+${phone}`, customMessage: smsText };
  expect((await later(text)).status).toBe(200);
  expect((await later({ ...text, sendAt: junk })).status).toBe(400);
  expect((await ask('DELETE', `${path}/sms`, { bearer })).status).toBe(200);
  expect((await later({ email: patientAddress }, 'email')).status).toBe(200);
  expect((await ask('POST', `${path}/email/send-now`, { bearer })).status).toBe(200);
  await ask('DELETE', `${path}/${junk}`, { bearer });
}

async function emailShown({ id }: Token, status: 'sent' | 'failed'): Promise<void> {
  await eventually(async () => {
    const { text } = await ask('GET', `/api/tokens/${id}`, { bearer: clinician.bearer });
    expect(text).toContain(`"emailStatus":"${status}"`);
  }, 30_000);
}

async function textedAndOpened(link: Token): Promise<void> {
  const bearer = clinician.bearer;
  const send = (phoneNumber: string) =>
    ask('POST', `/api/tokens/${link.id}/send-sms`, {
      bearer,
      body: { phoneNumber: `+${phoneNumber}`, customMessage: smsText },
    });
  expect((await send(phone)).status).toBe(200);
  expect((await send(failingPhone)).status).toBe(200);
  expect((await send(refusedPhone)).status).toBe(502);
  expect((await send(`${phone}${junk}`)).status).toBe(400);
  const mail = (to: string) =>
    ask('POST', `/api/tokens/${link.id}/send-email`, { bearer, body: { email: to, reminders: true } });
  expect((await mail(refusedAddress)).status).toBe(200);
  // Mailpit, the mail server of compose, accepts every address.
  await emailShown(link, run.from ? 'sent' : 'failed');
  expect((await mail(patientAddress)).status).toBe(200);
  expect((await mail(`${patientAddress} ${junk}`)).status).toBe(400);
  await scheduled(link, bearer);
  await ask('POST', `/api/twilio/status?delivery=${junk}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': junk },
    raw: `MessageSid=${junk}&MessageStatus=delivered&To=%2B${phone}&Body=${junk}`,
  });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    await ask(method, `/upload?token=${link.token}`);
    await ask(method, `/api/tokens/validate/${link.token}`);
  }
  for (const odd of [unknownLink, `${unknownLink}%00`, `%zz${unknownLink}`, unknownLink.repeat(100)])
    await ask('GET', `/api/tokens/validate/${odd}`);
  for (const token of [unknownLink, { token: unknownLink }, link.token]) {
    await ask('POST', '/api/links/renewals', { body: { token } });
    await ask('POST', '/api/links/language', { body: { token, language: 'en' } });
    await ask('POST', '/api/links/opened', { body: { token } });
  }
  const told = await newLink();
  for (const token of [unknownLink, told.token]) {
    const report = { token, reason: 'other', comment };
    await ask('POST', '/api/links/problems', { body: report });
    await ask('POST', '/api/links/problems', { body: { ...report, reason: comment } });
    await fetch(`${run.url}/upload?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ reason: 'other', comment }),
    });
  }
}

/** Saves views: one with a reference is accepted, one with a link is refused. */
async function viewed({ token }: Token): Promise<void> {
  const bearer = clinician.bearer;
  const save = async (name: string, query: string) =>
    (await ask('POST', '/api/auth/saved-views', { bearer, body: { list: 'tokens', name, query } })).status;
  expect(await save(viewName, `search=${reference}`)).toBe(201);
  expect(await save(viewName, `search=${nickname}`)).toBe(409);
  expect(await save(`${viewName} 2`, `search=${token}`)).toBe(400);
  expect(await save(`${viewName} ${token}`.slice(-60), 'status=active')).toBe(400);
  expect(await save(viewName, `search=${reference}&${junk}=1`)).toBe(400);
  expect(await save(viewName.repeat(9), 'status=active')).toBe(400);
  await ask('PATCH', `/api/auth/saved-views/${junk}`, { bearer, body: { name: viewName } });
  await ask('DELETE', `/api/auth/saved-views/${junk}`, { bearer });
}

/** Makes a template with the clinic's words to patients, for the page and a text message. */
async function templated(): Promise<void> {
  const { bearer } = admin;
  const path = '/api/admin/request-templates';
  const texts = [{ language: 'en', instructions: templateWords, sms: templateWords }];
  const body = { name: templateWords, texts };
  expect((await ask('POST', path, { bearer, body })).status).toBe(201);
  expect((await ask('POST', path, { bearer, body })).status).toBe(409);
  await ask('POST', path, { bearer, body: { name: templateWords.repeat(9), texts } });
  await ask('POST', path, {
    bearer,
    body: { name: junk, texts: [{ ...texts[0], language: templateWords }] },
  });
  await ask('POST', path, { bearer: clinician.bearer, body });
  const { templates } = (await clinician.get<{ templates: RequestTemplate[] }>('/request-templates')).body
    .data;
  const { id = '', version } = templates.find(({ name }) => name === templateWords) ?? {};
  const link = await newLink({ templateId: id, phoneNumber: `+${templatePhone}` });
  expect((await ask('GET', `/api/tokens/validate/${link.token}`)).text).toContain(templateWords);
  await ask('POST', '/api/tokens', {
    bearer: clinician.bearer,
    body: { patientRefId: reference, templateId: templateWords },
  });
  await ask('PATCH', `${path}/${id}`, { bearer, body: { ...body, version: 9 } });
  expect((await ask('POST', `${path}/${id}/archive`, { bearer, body: { version } })).status).toBe(200);
  await ask('PATCH', `/api/tokens/${link.id}`, { bearer: clinician.bearer, body: { status: 'revoked' } });
}

/** Makes a team, whose name only the clinic's users may see, and receives a document for it. */
async function teamed(): Promise<void> {
  const { bearer } = admin;
  const made = await ask('POST', '/api/admin/teams', { bearer, body: { name: teamName } });
  expect(made.status).toBe(201);
  const { id } = (JSON.parse(made.text) as { data: { team: Team } }).data.team;
  expect((await ask('POST', '/api/admin/teams', { bearer, body: { name: teamName } })).status).toBe(409);
  await ask('POST', '/api/admin/teams', { bearer, body: { name: teamName.repeat(9) } });
  await ask('POST', '/api/admin/teams', { bearer: clinician.bearer, body: { name: teamName } });
  await ask('PATCH', `/api/admin/teams/${id}`, { bearer, body: { name: `${teamName} 2` } });
  await ask('PATCH', `/api/admin/teams/${junk}`, { bearer, body: { name: teamName } });
  expect(
    (await ask('POST', `/api/admin/teams/${id}/members`, { bearer, body: { userId: user.id } })).status,
  ).toBeLessThan(300);
  await ask('POST', `/api/admin/teams/${id}/members`, { bearer, body: { userId: teamName } });
  const link = await eventually(() => newLink({ teamId: id }));
  expect(await upload(link.token)).toBe(201);
  await ask('GET', `/api/tokens?scope=team&search=${reference}`, { bearer: clinician.bearer });
  await ask('GET', `/api/tokens?scope=${teamName}`, { bearer: clinician.bearer });
  expect((await ask('DELETE', `/api/admin/teams/${id}/members/${user.id}`, { bearer })).status).toBeLessThan(
    300,
  );
  await ask('POST', `/api/admin/teams/${id}/archive`, { bearer });
}

/** Requests several documents: one is skipped and one is sent. Only responses contain the next links. */
async function requested(): Promise<void> {
  const { bearer } = clinician;
  const items = [{ label: itemLabel, optional: true }, { label: itemLabel }, { label: itemLabel }];
  const body = { patientRefId: reference, items };
  await ask('POST', '/api/tokens', { bearer, body: { ...body, items: [{ label: itemLabel.repeat(9) }] } });
  const first = await newLink({ items });
  for (const path of ['/api/links/request', '/api/links/skip'])
    for (const token of [unknownLink, { token: unknownLink }]) await ask('POST', path, { body: { token } });
  const goOn = async (path: string, token: string) => {
    const { text } = await ask('POST', path, { body: { token } });
    const { open } = (JSON.parse(text) as { data: LinkRequest }).data;
    return open ? canaries.add(`link ${open.position} of a request`, open.token) : '';
  };
  const second = await goOn('/api/links/skip', first.token);
  expect((await ask('GET', `/api/tokens/validate/${second}`)).text).toContain(itemLabel);
  expect(await upload(second)).toBe(201);
  const third = await goOn('/api/links/request', first.token);
  expect((await ask('POST', '/api/links/skip', { body: { token: third } })).status).toBe(400);
  await ask('GET', `/api/tokens/${first.id}`, { bearer });
  await ask('POST', `/api/requests/${first.request?.id ?? ''}/download`, { bearer });
  await ask('POST', `/api/requests/${junk}/download`, { bearer });
}

/** Enters the date of birth that a link asks for, first wrongly, then correctly. */
async function checked(): Promise<void> {
  const bearer = clinician.bearer;
  const patient_check = { birth_date: birthDate, initials: 'J. S.' };
  const body = { patientRefId: reference, patient_check };
  const made = await ask('POST', '/api/tokens', { bearer, body });
  expect(made.status).toBe(201);
  const { token } = (JSON.parse(made.text) as { data: { token: Token } }).data;
  canaries.add(`link ${token.id}`, token.token);
  await ask('POST', '/api/tokens', {
    bearer,
    body: { patientRefId: reference, patient_check: { ...patient_check, initials: junk.repeat(9) } },
  });
  const give = (birth_date: string, browser = 'b'.repeat(32)) =>
    ask('POST', '/api/links/check', { body: { token: token.token, birth_date, browser } });
  expect((await give(birthDate, 'short')).status).toBe(400);
  expect((await give(wrongBirthDate)).status).toBe(422);
  const passed = await give(birthDate);
  expect(passed.status).toBe(200);
  const { proof } = (JSON.parse(passed.text) as { data: CheckLinkResponse }).data;
  canaries.add('patient proof', proof);
  const headers = { 'x-patient-proof': proof, 'x-patient-browser': 'b'.repeat(32) };
  await ask('GET', `/api/tokens/validate/${token.token}`, { headers });
  await ask('POST', `/api/tokens/${token.id}/check/unlock`, { bearer });
  await ask('GET', `/api/tokens/${token.id}`, { bearer });
}

/**
 * Replaces a link. The new one is texted and emailed to the old one's number and address, which are then deleted from
 * the old one.
 */
async function replaced(): Promise<void> {
  const link = await newLink();
  const bearer = clinician.bearer;
  const body = { phoneNumber: `+${phone}` };
  expect((await ask('POST', `/api/tokens/${link.id}/send-sms`, { bearer, body })).status).toBe(200);
  const email = { email: replacedAddress };
  expect((await ask('POST', `/api/tokens/${link.id}/send-email`, { bearer, body: email })).status).toBe(200);
  await emailShown(link, 'sent');
  const path = `/api/tokens/${link.id}/reissue`;
  const headers = { 'idempotency-key': junk };
  const made = await ask('POST', path, { bearer, headers, body: { send: true } });
  expect(made.status).toBe(201);
  const { token } = (JSON.parse(made.text) as { data: ReissueResponse }).data;
  canaries.add(`link ${token.id}`, token.token);
  expect((await ask('POST', path, { bearer, body: { send: true } })).status).toBe(409);
  await ask('GET', `/api/tokens/validate/${link.token}`);
  await ask('PATCH', `/api/tokens/${token.id}`, { bearer, body: { status: 'revoked' } });
}

async function sent(link: Token): Promise<void> {
  expect(await upload(unknownLink)).toBe(404);
  expect(
    await upload(link.token, { name: badFileName, type: 'text/plain', bytes: Buffer.from(content) }),
  ).toBe(415);
  expect(await upload(link.token, { bytes: Buffer.alloc(0) })).toBe(400);
  expect(
    await upload(link.token, { bytes: Buffer.concat([file.bytes, Buffer.alloc(5 * 1024 * 1024)]) }),
  ).toBe(413);
  await ask('POST', `/api/upload/${link.token}`, {
    raw: content,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  const gone = new SlowUpload(run.url, link.token, 1024 * 1024, [`Idempotency-Key: ${junk}`]);
  gone.send(1000);
  gone.vanish();
  await eventually(async () => expect(await upload(link.token)).toBe(201), 20_000);
  // The receipt of a used link names its reference, which is its purpose.
  expect(await upload(link.token, {}, ['patient reference'])).toBe(410);
  await ask('GET', `/api/tokens/validate/${link.token}`, {}, ['patient reference']);
}

async function lookedAt(link: Token): Promise<void> {
  const document = await eventually(async () => {
    const [found] = (await clinician.token(link.id)).uploads;
    if (!found?.file_url) throw new Error('the document has not arrived');
    return found;
  });
  const url = new URL(document.file_url ?? '');
  canaries.add('signed file URL', url.pathname.split('/').at(-1) ?? '');
  expect((await ask('GET', `${url.pathname}?disposition=attachment`)).status).toBe(200);
  await ask('GET', url.pathname, { headers: { range: 'bytes=99999999-' } });
  await ask('GET', `${url.pathname}x`);
  await ask('GET', `/api/admin/tokens/monitor?search=${link.token}`, { bearer: admin.bearer });
  await ask('GET', `/api/admin/tokens/monitor?search=${reference}&status=${junk}`, { bearer: admin.bearer });
  await ask('GET', `/api/admin/documents?patientRefId=${reference}`, { bearer: admin.bearer });
  await ask('GET', `/api/admin/users?email=${email}&name=${lastName}`, { bearer: admin.bearer });
  await ask('POST', '/api/admin/documents/download', {
    bearer: admin.bearer,
    body: { documentIds: [document.id] },
  });
  await ask('POST', '/api/admin/documents/download', { bearer: admin.bearer, body: { documentIds: [junk] } });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const path of [`/api/documents/${document.id}/snooze`, `/api/tokens/${link.id}/snooze`])
    for (const reason of ['new_document', junk])
      await ask('POST', path, { bearer: clinician.bearer, body: { reason, until: tomorrow } });
  for (const list of [
    'documents/attention',
    'tokens/attention',
    `tokens/attention?show=${junk}`,
    'statistics',
  ])
    await ask('GET', `/api/${list}`, { bearer: clinician.bearer });
  for (const state of ['reviewed', junk])
    await ask('POST', `/api/documents/${document.id}/review`, {
      bearer: clinician.bearer,
      body: { state, from: 'new' },
    });
  await askedAgain(document);
  await ask('DELETE', `/api/upload/file/${document.id}`, { bearer: clinician.bearer });
}

/** Asks again in the clinician's own words, which the new link shows; then revokes it, which deletes them. */
async function askedAgain({ token_id: tokenId }: { token_id: string }): Promise<void> {
  const { bearer } = clinician;
  const path = `/api/tokens/${tokenId}/ask-again`;
  const body = { reason: 'own_words', words: againWords, send: true, phoneNumber: `+${phone}` };
  await ask('POST', path, { bearer, body: { ...body, reason: againWords } });
  await ask('POST', path, { bearer, body: { ...body, words: againWords.repeat(30) } });
  await ask('POST', path, { bearer, body: { ...body, phoneNumber: againWords } });
  await eventually(async () =>
    expect((await ask('GET', path, { bearer })).text).toContain('"possible":true'),
  );
  const made = await ask('POST', path, { bearer, body });
  expect(made.status).toBe(201);
  const { token } = (JSON.parse(made.text) as { data: ReissueResponse }).data;
  canaries.add(`link ${token.id}`, token.token);
  expect((await ask('GET', `/api/tokens/validate/${token.token}`)).text).toContain(againWords);
  expect((await ask('POST', path, { bearer, body })).status).toBe(409);
  await ask('PATCH', `/api/tokens/${token.id}`, { bearer, body: { status: 'revoked' } });
}

/** Receives a document through a link, and assigns both to a colleague. */
async function handedOver(): Promise<void> {
  const { bearer } = clinician;
  const link = await newLink();
  expect(await upload(link.token)).toBe(201);
  const path = `/api/tokens/${link.id}/assign`;
  const { user: colleague } = (await admin.get<{ user: User }>('/auth/me')).body.data;
  for (const body of [{ userId: junk }, { teamId: junk }, { userId: user.id, teamId: randomUUID() }])
    expect((await ask('POST', path, { bearer, body })).status).toBeGreaterThanOrEqual(400);
  expect((await ask('POST', path, { bearer, body: { userId: colleague.id } })).status).toBe(200);
  expect((await ask('GET', `/api/tokens/${link.id}`, { bearer })).status).toBe(404);
  const arrived = await eventually(async () => {
    const [found] = (await admin.token(link.id)).uploads;
    if (!found?.file_url) throw new Error('the document has not arrived');
    return found;
  });
  await eventually(async () =>
    expect((await ask('GET', `/api/documents/${arrived.id}`, { bearer })).status).toBe(404),
  );
  const url = new URL(arrived.file_url ?? '');
  canaries.add('signed file URL of a colleague', url.pathname.split('/').at(-1) ?? '');
  expect((await ask('GET', url.pathname, { bearer: admin.bearer })).status).toBe(200);
  await ask('GET', `${url.pathname}x`, { bearer: admin.bearer });
}

async function reminded(): Promise<void> {
  const link = await newLink();
  await ask('POST', `/api/tokens/${link.id}/send-sms`, {
    bearer: clinician.bearer,
    body: { phoneNumber: `+${phone}`, customMessage: smsText, reminders: true },
  });
  await remindNow(clinician, link.id);
  await clinician.patch(`/tokens/${link.id}`, { status: 'revoked' });
}

/** Sends a file of requests with one good row and two bad ones. */
async function sentFile(): Promise<void> {
  const { bearer } = clinician;
  const row = {
    line: 2,
    reference: `${reference}-file`,
    nickname,
    phone: `+${filePhone}`,
    email: fileAddress,
  };
  const rows = [
    row,
    { ...row, line: 3, phone: `${filePhone}${junk}` },
    { ...row, line: 4, email: `${fileAddress} ${junk}` },
  ];
  await ask('POST', '/api/sending-jobs/check', { bearer, body: { rows } });
  await ask('POST', '/api/sending-jobs', { bearer, body: { rows: [{ ...row, line: junk }] } });
  const { job } = (await clinician.post<{ job: SendingJob }>('/sending-jobs', { rows })).body.data;
  await eventually(async () => {
    const { body } = await clinician.get<{ job: SendingJob }>(`/sending-jobs/${job.id}`);
    expect(body.data.job.state).toBe('done');
  });
  const results = await clinician.post<SendingResults>(`/sending-jobs/${job.id}/results`, {});
  for (const { tokenId = '', token } of results.body.data.rows)
    if (token) canaries.add(`link ${tokenId}`, token);
  expect((await ask('POST', '/api/sending-jobs', { bearer, body: { rows } })).status).toBe(409);
  await ask('POST', `/api/sending-jobs/${job.id}/resume`, { bearer });
  await ask('GET', `/api/sending-jobs/${junk}`, { bearer });
  // Revoked last: after that, the same references would be accepted again.
  for (const { tokenId } of results.body.data.rows)
    if (tokenId) await clinician.patch(`/tokens/${tokenId}`, { status: 'revoked' });
}

async function brokenIn(): Promise<void> {
  const { host } = new URL(run.url);
  await ask('GET', `/api/nothing/${junk}?token=${junk}`, {
    headers: { 'user-agent': junk, referer: `https://x/${junk}`, cookie: `a=${junk}`, 'x-request-id': junk },
  });
  await ask('GET', `/${junk}.js`);
  await rawAsk(`GET /${junk} HTTP/1.1\r\nHost: ${host}\r\nX: a\0${junk}\r\n\r\n`);
  await rawAsk(
    `POST /api/upload/${junk} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n${junk}\r\n`,
  );
  await rawAsk(`${junk}\r\n\r\n`);
  await new Promise<void>((resolve) => {
    const cut = httpRequest(`${run.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 1000 },
    });
    cut.on('error', () => resolve()).write(`{"password":"${password}"`, () => cut.destroy());
  });
}

/** Makes calls while a part is unavailable: errors about a failed service must not quote the call. */
async function whileAway(
  part: 'token' | 'document' | 'notification' | 'auth' | 'rabbitmq',
  work: () => Promise<unknown>,
) {
  await control(run, part, 'stop');
  try {
    await work();
  } finally {
    await control(run, part, 'start');
  }
}

async function withPartsAway(): Promise<void> {
  const link = await newLink();
  const bearer = clinician.bearer;
  await whileAway('token', async () => {
    await ask('GET', `/api/tokens/validate/${link.token}`);
    await upload(link.token);
    await ask('POST', '/api/tokens', { bearer, body: { patientRefId: reference, nickname, notes } });
  });
  await whileAway('document', async () => {
    await upload(link.token);
    await ask('GET', `/api/tokens/${link.id}`, { bearer });
  });
  await whileAway('notification', async () => {
    await ask('POST', `/api/tokens/${link.id}/send-sms`, {
      bearer,
      body: { phoneNumber: `+${phone}`, customMessage: smsText },
    });
    await ask('POST', `/api/tokens/${link.id}/send-email`, { bearer, body: { email: patientAddress } });
  });
  await whileAway('auth', () => ask('POST', '/api/auth/login', { body: { email, password } }));
  await whileAway('rabbitmq', async () => expect(await upload(link.token)).toBe(201));
  await control(run, 'document', 'kill');
  await eventually(async () => expect((await clinician.get('/documents')).status).toBe(200), 60_000);
}

async function disabled(): Promise<void> {
  await admin.post(`/admin/users/${user.id}/disable`, { reason });
  await ask('POST', '/api/auth/login', { body: { email, password } });
  await ask('GET', '/api/auth/me', { bearer: clinician.bearer });
}

/** Waits until the last effects are written; the email to the disabled user is the last. */
async function settled(): Promise<void> {
  const mailbox = new Mailbox(run.mailUrl);
  await eventually(async () => {
    const texts = await mailbox.sentTo(email);
    expect(texts.some((text) => text.includes('disabled your account'))).toBe(true);
  }, 60_000);
  const last = requestIds.at(-1) ?? 'none';
  await eventually(() => expect(logs()['gateway.log']).toContain(last));
}

beforeAll(async () => {
  admin = await people.get('admin');
  tap = await BrokerTap.open();
  await invited();
  await signedIn();
  const link = await newLink();
  await textedAndOpened(link);
  await viewed(link);
  await replaced();
  await checked();
  await reminded();
  await templated();
  await requested();
  await teamed();
  await sentFile();
  await sent(link);
  await lookedAt(link);
  await handedOver();
  await brokenIn();
  early = await metrics();
  await withPartsAway();
  heard.push(...tap.messages);
  await tap.close();
  tap = await BrokerTap.open();
  stillOpen = await newLink();
  await disabled();
  await settled();
}, 240_000);

afterAll(() => tap.close());

async function metrics(): Promise<Record<string, string>> {
  const services = ['auth', 'token', 'document', 'notification'];
  const texts = services.map(async (name) => {
    const response = await fetch(`http://127.0.0.1:${String(run.ports[name])}/metrics`);
    return [name, await response.text()] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

const leaksIn = (texts: Record<string, string>, except: string[] = []) =>
  Object.entries(texts).flatMap(([where, text]) => canaries.foundIn(where, text, except));

describe('secrets and personal data', () => {
  it('no log line contains a secret or personal data, even at debug level', () => {
    const written = logs();
    expect(Object.keys(written)).toEqual(
      expect.arrayContaining(['gateway.log', 'auth.log', 'token.log', 'document.log', 'notification.log']),
    );
    expect(written['token.log']).toContain('"level":"debug"');
    expect(leaksIn(written)).toEqual([]);
  });

  it('no metric contains a secret or personal data', async () => {
    expect(early.token).toContain('/links/validate');
    expect(leaksIn(early)).toEqual([]);
    expect(leaksIn(await metrics())).toEqual([]);
  });

  it('no event and no audit entry contains a secret or personal data', async () => {
    const wire = [...heard, ...tap.messages].join('\n');
    expect(wire).toContain(user.id);
    expect(leaksIn({ broker: wire })).toEqual([]);
    for (const database of await databases()) {
      const kept = Object.entries(await dump(database)).filter(
        ([name]) => database === 'caredrop_audit' || /\.(outbox|inbox)$/.test(name),
      );
      expect(leaksIn(Object.fromEntries(kept))).toEqual([]);
    }
  });

  it('no error response and no response header contains a secret or personal data', () => {
    expect(rejections.filter(({ where }) => / [45]\d\d$/.test(where)).length).toBeGreaterThan(30);
    expect(rejections.flatMap(({ where, text, except }) => canaries.foundIn(where, text, except))).toEqual(
      [],
    );
  });

  it('no file that describes the run contains a secret or personal data', () => {
    expect(leaksIn(runFiles())).toEqual([]);
  });

  it('the search finds data in plain, URL-encoded, hexadecimal and Base64 form', () => {
    const forms = [
      comment,
      encodeURIComponent(fileName),
      Buffer.from(notes).toString('hex'),
      Buffer.from(`x: ${junk}`).toString('base64'),
    ];
    const planted = forms.map((form, n) => canaries.foundIn(String(n), `a log line with ${form}, and more`));
    expect(planted.slice(0, 3)).toEqual([['comment in 0'], ['file name in 1'], ['notes in 2']]);
    expect(planted[3]).toEqual(['junk in 3']);
  });
});

describe('a stolen copy of all databases', () => {
  async function everything(): Promise<Record<string, string>> {
    const all: Record<string, string> = {};
    for (const name of await databases())
      for (const [table, text] of Object.entries(await dump(name))) all[`${name} ${table}`] = text;
    return all;
  }

  it('the databases contain no usable link, password link, session or file URL', async () => {
    const secrets = /^(link|password link|invitation|session token|signed file URL|password|a mistyped)/;
    const found = leaksIn(await everything());
    // A document shows the link it arrived through. That link is used: only open links are secrets.
    const dead = (leak: string) =>
      leak.endsWith('caredrop_document public.documents') && !leak.includes(stillOpen.id);
    expect(found.filter((leak) => secrets.test(leak) && !dead(leak))).toEqual([]);
    expect(found).toContain('patient reference in caredrop_token public.tokens');
    expect((await patient.get(`/tokens/validate/${stillOpen.token}`)).status).toBe(200);
  });

  it('a stored request for a password link contains no personal data', async () => {
    const { 'public.password_link_requests': requests = '' } = await dump('caredrop_auth');
    expect(requests).toContain(user.id);
    expect(leaksIn({ requests })).toEqual([]);
  });

  it('the databases contain no text message, phone number or email address of an ended link', async () => {
    await eventually(async () => {
      const tables = await dump('caredrop_token');
      const { 'public.tokens': tokens = '', 'public.sms_sends': sends = '' } = tables;
      const { 'public.sending_rows': rows = '', 'public.link_emails': emails = '' } = tables;
      expect(tokens).toContain(reference);
      expect(rows).toContain(`${reference}-file`);
      expect(emails).toContain('550');
      const found = leaksIn({ tokens, sends, rows, emails });
      expect(found.filter((leak) => /number|address/.test(leak))).toEqual([]);
    }, 150_000);
    expect(leaksIn(await everything()).filter((leak) => leak.startsWith('text message'))).toEqual([]);
  }, 160_000);

  it("the databases contain none of a clinician's own words about an ended link", async () => {
    await eventually(async () => {
      const found = leaksIn(await everything());
      expect(found.filter((leak) => leak.startsWith('own words'))).toEqual([]);
    }, 30_000);
  });

  it('no value in the table of links works as a link', async () => {
    const tokens = (await dump('caredrop_token'))['public.tokens'] ?? '';
    const candidates = new Set(tokens.match(/[A-Za-z0-9]{20,}/g)?.slice(0, 300));
    expect(candidates.size).toBeGreaterThan(10);
    for (const candidate of candidates)
      expect((await patient.get(`/tokens/validate/${candidate}`)).status).toBe(404);
  }, 120_000);

  it("a service's database credentials cannot open another service's database", async () => {
    const names = (await databases()).map((name) => name.replace('caredrop_', ''));
    for (const own of names.filter((name) => ['auth', 'token', 'document', 'notification'].includes(name))) {
      const [role] = await query(
        databaseUrl(`caredrop_${own}`, own),
        'SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user',
      );
      expect(role).toEqual({
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolbypassrls: false,
      });
      for (const other of names.filter((name) => name !== own))
        await expect(query(databaseUrl(`caredrop_${other}`, own), 'SELECT 1')).rejects.toThrow(
          'permission denied for database',
        );
    }
  });
});
