import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { startMailInbox, type MailInbox } from '../src/backing/index.js';

let inbox: MailInbox;

beforeEach(async () => {
  inbox = await startMailInbox();
});

afterEach(async () => {
  await inbox.stop();
});

async function send(to: string, subject: string, html?: string): Promise<void> {
  const transport = createTransport(inbox.smtpUrl);
  await transport.sendMail({
    from: 'Clinic <clinic@caredrop.example>',
    to,
    subject,
    text: `Hello ${to}`,
    html,
  });
  transport.close();
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${inbox.url}${path}`);
  return (await response.json()) as T;
}

test('the test inbox lists emails newest first in Mailpit’s format', async () => {
  await send('ana@clinic.example', 'First');
  await send('ben@clinic.example', 'Second');
  const list = await get<{ total: number; messages: { Subject: string; To: unknown; Snippet: string }[] }>(
    '/api/v1/messages',
  );
  expect(list.total).toBe(2);
  expect(list.messages.map(({ Subject }) => Subject)).toEqual(['Second', 'First']);
  expect(list.messages[0]).toMatchObject({
    To: [{ Name: '', Address: 'ben@clinic.example' }],
    Snippet: 'Hello ben@clinic.example',
  });
});

test('the test inbox returns a single email with its text and HTML bodies', async () => {
  await send('ana@clinic.example', 'Both', '<b>Hello</b>');
  const { messages } = await get<{ messages: { ID: string }[] }>('/api/v1/messages');
  const mail = await get<object>(`/api/v1/message/${messages[0]?.ID ?? ''}`);
  expect(mail).toMatchObject({ Subject: 'Both', Text: 'Hello ana@clinic.example', HTML: '<b>Hello</b>' });
  expect((mail as { Text: string }).Text).not.toContain('<b>');
});

test('the test inbox can be searched by recipient', async () => {
  await send('ana@clinic.example', 'For Ana');
  await send('ben@clinic.example', 'For Ben');
  const { messages } = await get<{ messages: { Subject: string }[] }>(
    '/api/v1/search?query=to:ben@clinic.example',
  );
  expect(messages.map(({ Subject }) => Subject)).toEqual(['For Ben']);
});

test('the test inbox can be emptied', async () => {
  await send('ana@clinic.example', 'Gone soon');
  await fetch(`${inbox.url}/api/v1/messages`, { method: 'DELETE' });
  expect(await get<{ total: number }>('/api/v1/messages')).toMatchObject({ total: 0 });
});

test('the test inbox refuses its reserved addresses permanently or temporarily', async () => {
  await expect(send('nobody@refused.test', 'x')).rejects.toMatchObject({ responseCode: 550 });
  await expect(send('anybody@busy.test', 'x')).rejects.toMatchObject({ responseCode: 451 });
  expect(inbox.mails).toHaveLength(0);
});

test('the test inbox shows emails on a page with their markup escaped', async () => {
  await send('ana@clinic.example', '<script>alert(1)</script>');
  const response = await fetch(inbox.url);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await response.text();
  expect(html).toContain('&#60;script&#62;alert(1)');
  expect(html).not.toContain('<script>');
});

test('a test inbox with a file keeps its emails across a restart', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'inbox-')), 'mail.json');
  await inbox.stop();
  inbox = await startMailInbox({ file });
  await send('ana@clinic.example', 'Kept');
  await inbox.stop();
  inbox = await startMailInbox({ file });
  expect(inbox.mails.map(({ Subject }) => Subject)).toEqual(['Kept']);
});
