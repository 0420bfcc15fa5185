import type { LinkRequest, PatientWords } from '@caredrop/contracts';
import type { ServiceCopy } from '@caredrop/patient-copy';
import { escapeHtml } from '@caredrop/service-kit';
import { button, paragraph } from './html.js';

/** How to continue a request; null when that could not be looked up. */
export type Next = LinkRequest | null;

/**
 * How to continue the request of a link, as HTML; null for a link that asks for one document. `again` is the address
 * to which the page posts to look it up again.
 */
export function nextHtml(copy: ServiceCopy, next: Next, again: string): string | null {
  if (!next) return retryForm(copy, again);
  const { items, left, open } = next;
  if (open) return `${openHtml(copy, open, items)}\n${listHtml(copy, items)}`;
  if (items.length === 0) return left > 0 ? paragraph(copy.request.ended()) : null;
  return `${endHtml(copy, items)}\n${listHtml(copy, items)}`;
}

/** The form is marked in its address too, because the body of a request that the gateway refuses is not read. */
function retryForm(copy: ServiceCopy, again: string): string {
  return `${paragraph(copy.plain.more())}
<form method="post" action="${escapeHtml(`${again}&next=1`)}">
<button type="submit" name="next" value="1">${escapeHtml(copy.notSent.tryAgain())}</button>
</form>`;
}

function openHtml(
  { request, language }: ServiceCopy,
  open: NonNullable<LinkRequest['open']>,
  items: LinkRequest['items'],
): string {
  const label = items[open.position - 1]?.label ?? [];
  return `<h2>${escapeHtml(request.next(open))} ${labelHtml(label, language.id)}</h2>
${button(`/upload?token=${encodeURIComponent(open.token)}`, request.continue())}`;
}

function endHtml({ request }: ServiceCopy, items: LinkRequest['items']): string {
  const states = new Set(items.map(({ state }) => state));
  if (states.has('open') || states.has('waiting')) return paragraph(request.ended());
  const all = states.has('skipped') ? '' : `${paragraph(request.all({ count: items.length }))}\n`;
  return all + paragraph(request.done());
}

const shownAs = { received: 'received', skipped: 'leftOut', open: 'notSent', waiting: 'notSent' } as const;

function listHtml({ request, language }: ServiceCopy, items: LinkRequest['items']): string {
  if (items.length === 0) return '';
  const rows = items.map(({ label, state }) => {
    const shown = request[shownAs[state]]();
    return `<div><dt>${labelHtml(label, language.id)}</dt><dd>${escapeHtml(shown)}</dd></div>`;
  });
  return `<h2>${escapeHtml(request.list())}</h2>\n<dl>${rows.join('')}</dl>`;
}

/** The label in the page's language if the clinic has provided it, otherwise in the clinic's default language. */
function labelHtml(words: PatientWords, id: string): string {
  const shown = words.find(({ language }) => language === id) ?? words[0];
  if (!shown) return '';
  return `<bdi lang="${escapeHtml(shown.language)}" dir="${shown.direction}">${escapeHtml(shown.text)}</bdi>`;
}
