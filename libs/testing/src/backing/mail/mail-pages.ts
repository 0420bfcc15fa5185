import type { KeptList } from '../web/kept-list.js';
import { escapeHtml, linked, moment, page } from '../web/page.js';
import type { Reply, Route } from '../web/small-server.js';
import type { Mail, MailAddress } from './mail.js';

/** The inbox's web pages: the list, an email, and the HTML part of an email in a sandboxed frame. */
export function mailPages(mails: KeptList<Mail>): Route[] {
  return [
    ['GET', /^\/$/, () => inbox(mails.items)],
    ['GET', /^\/mail\/([^/]+)$/, ({ params }) => find(mails, params[0], show)],
    ['GET', /^\/mail\/([^/]+)\/html$/, ({ params }) => find(mails, params[0], html)],
  ];
}

function inbox(mails: Mail[]): Reply {
  const rows = mails.toReversed().map(
    (
      mail,
    ) => `<li>${moment(mail.Date)}<a href="/mail/${mail.ID}">${escapeHtml(mail.Subject) || '(no subject)'}</a>
<div class="muted">to ${people(mail.To)} · from ${people([mail.From])}</div></li>`,
  );
  const none = '<p class="muted">No mail yet. What the system sends arrives here, and nowhere else.</p>';
  return page(
    `Mail (${String(mails.length)})`,
    `<h1>Mail</h1>${mails.length ? `<ul>${rows.join('')}</ul>` : none}`,
  );
}

function show(mail: Mail): Reply {
  const frame =
    mail.HTML && `<iframe title="HTML part" sandbox="allow-popups" src="/mail/${mail.ID}/html"></iframe>`;
  const attachments = mail.Attachments.map(({ FileName }) => escapeHtml(FileName)).join(', ');
  return page(
    mail.Subject,
    `<p><a href="/">All mail</a></p><h1>${escapeHtml(mail.Subject)}</h1>${moment(mail.Date)}
<dl><dt>From</dt><dd>${people([mail.From])}</dd><dt>To</dt><dd>${people([...mail.To, ...mail.Cc, ...mail.Bcc])}</dd>
${attachments && `<dt>Attached</dt><dd>${attachments}</dd>`}</dl>${frame}<div class="card"><pre>${linked(mail.Text)}</pre></div>`,
  );
}

function html(mail: Mail): Reply {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups";
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    body: mail.HTML,
  };
}

function people(list: MailAddress[]): string {
  return list.map(({ Name, Address }) => escapeHtml(Name ? `${Name} <${Address}>` : Address)).join(', ');
}

function find(mails: KeptList<Mail>, id: string | undefined, then: (mail: Mail) => Reply): Reply {
  const mail = mails.items.find((candidate) => candidate.ID === id);
  return mail
    ? then(mail)
    : { ...page('Not here', '<h1>This mail is not here any more</h1><a href="/">All mail</a>'), status: 404 };
}
