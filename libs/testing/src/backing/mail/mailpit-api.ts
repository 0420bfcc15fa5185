import type { KeptList } from '../web/kept-list.js';
import type { Reply, Asked, Route } from '../web/small-server.js';
import type { Mail } from './mail.js';

/** The part of Mailpit's REST API we use, so that a Mailpit container can replace this inbox. */
export function mailpitApi(mails: KeptList<Mail>): Route[] {
  return [
    ['GET', /^\/api\/v1\/messages$/, ({ url }) => list(mails.items, url)],
    [
      'GET',
      /^\/api\/v1\/search$/,
      ({ url }) => list(search(mails.items, url.searchParams.get('query') ?? ''), url),
    ],
    ['GET', /^\/api\/v1\/message\/([^/]+)$/, ({ params }) => one(mails, params[0], details)],
    ['GET', /^\/api\/v1\/message\/([^/]+)\/raw$/, ({ params }) => one(mails, params[0], (mail) => mail.Raw)],
    ['DELETE', /^\/api\/v1\/messages$/, (asked) => remove(mails, asked)],
    ['GET', /^\/(?:livez|readyz)$/, () => ({ headers: { 'content-type': 'text/plain' }, body: 'ok' })],
  ];
}

function list(mails: Mail[], url: URL): Reply {
  const start = Number(url.searchParams.get('start') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 50);
  const messages = mails
    .toReversed()
    .slice(start, start + limit)
    .map(summary);
  const unread = mails.filter((mail) => !mail.Read).length;
  return {
    body: {
      total: mails.length,
      unread,
      count: messages.length,
      messages_count: mails.length,
      start,
      tags: [],
      messages,
    },
  };
}

/** An email without the fields that only this inbox has. */
function details({ Raw: _raw, Read: _read, ...mail }: Mail): object {
  return mail;
}

function summary(mail: Mail): object {
  const { ID, MessageID, From, To, Cc, Bcc, ReplyTo, Subject, Tags, Size, Read } = mail;
  const common = { ID, MessageID, From, To, Cc, Bcc, ReplyTo, Subject, Tags, Size, Read };
  const Snippet = mail.Text.replace(/\s+/g, ' ').slice(0, 250);
  return { ...common, Created: mail.Date, Attachments: mail.Attachments.length, Snippet };
}

/**
 * Searches as Mailpit does: `to:`, `from:` and `subject:` in that field, other words anywhere. All must
 * match.
 */
function search(mails: Mail[], query: string): Mail[] {
  const words = query.toLowerCase().match(/(?:\w+:)?(?:"[^"]*"|\S+)/g) ?? [];
  return mails.filter((mail) => words.every((word) => matches(mail, word.replaceAll('"', ''))));
}

function matches(mail: Mail, word: string): boolean {
  const everybody = [...mail.To, ...mail.Cc, ...mail.Bcc].map(({ Address }) => Address).join(' ');
  const fields: Record<string, string> = { to: everybody, from: mail.From.Address, subject: mail.Subject };
  const [, field = '', rest = ''] = /^(\w+):(.*)$/.exec(word) ?? [];
  const text = fields[field];
  if (text !== undefined) return text.toLowerCase().includes(rest);
  return `${mail.Subject} ${mail.Text} ${everybody} ${mail.From.Address}`.toLowerCase().includes(word);
}

function one(mails: KeptList<Mail>, id: string | undefined, show: (mail: Mail) => unknown): Reply {
  const mail = id === 'latest' ? mails.items.at(-1) : mails.items.find((candidate) => candidate.ID === id);
  if (!mail) return { status: 404, body: { Error: 'message not found' } };
  mail.Read = true;
  const body = show(mail);
  return typeof body === 'string'
    ? { headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
    : { body };
}

async function remove(mails: KeptList<Mail>, { body }: Asked): Promise<Reply> {
  const ids = body ? (JSON.parse(body) as { IDs?: string[] }).IDs : undefined;
  const kept = ids?.length ? mails.items.filter((mail) => !ids.includes(mail.ID)) : [];
  mails.items.splice(0, mails.items.length, ...kept);
  await mails.save();
  return { headers: { 'content-type': 'text/plain' }, body: 'ok' };
}
