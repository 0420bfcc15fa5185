import type { KeptList } from '../web/kept-list.js';
import { escapeHtml, linked, moment, page } from '../web/page.js';
import type { Reply, Route } from '../web/small-server.js';
import type { SmsMessage } from './sms-message.js';

/**
 * Routes for the received messages, for people (`/`) and for programs (`GET /messages`, newest first;
 * `DELETE` removes them).
 */
export function smsPage(messages: KeptList<SmsMessage>): Route[] {
  return [
    ['GET', /^\/$/, () => list(messages.items)],
    ['GET', /^\/messages$/, () => ({ body: messages.items.toReversed() })],
    ['DELETE', /^\/messages$/, () => clear(messages)],
  ];
}

function list(messages: SmsMessage[]): Reply {
  const rows = messages.toReversed().map(
    (message) => `<li>${moment(message.createdAt)}<strong>${escapeHtml(message.to)}</strong>
<span class="${message.status === 'failed' ? 'bad' : 'muted'}">${message.status}${message.errorCode ? ` (${String(message.errorCode)})` : ''}</span>
<pre>${linked(message.body)}</pre></li>`,
  );
  const none =
    '<p class="muted">No text messages yet. What the system sends arrives here, and nowhere else.</p>';
  return page(
    `SMS (${String(messages.length)})`,
    `<h1>Text messages</h1>${rows.length ? `<ul>${rows.join('')}</ul>` : none}`,
  );
}

async function clear(messages: KeptList<SmsMessage>): Promise<Reply> {
  messages.items.splice(0);
  await messages.save();
  return { status: 204, body: '' };
}
