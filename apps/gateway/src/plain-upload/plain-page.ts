import type { LinkRequest } from '@caredrop/contracts';
import { clinicParams, failureText, formatMoment, type ServiceCopy } from '@caredrop/patient-copy';
import { escapeHtml } from '@caredrop/service-kit';
import { button, paragraph } from './html.js';
import { nextHtml, type Next } from './plain-next.js';
import { contactHtml, type ClinicContact } from '../clinic/clinic-contact.js';

/** The parts of a form's response that the page shows or needs. */
export interface Outcome {
  status: number;
  code?: string;
  params?: Record<string, unknown> | null;
  message?: string;
  data?: {
    upload?: { file_name: string; patientRefId: string; receivedAt: string };
    receivedAt?: string;
    patientRefId?: string;
    /** The patient has asked how to continue. */
    next?: true;
  } | null;
}

type Upload = NonNullable<NonNullable<Outcome['data']>['upload']>;

/** Whether the link may be one of several, with another one to follow, or may have been replaced. */
export const mayLeadOn = ({ code, data }: Outcome): boolean =>
  Boolean(data?.upload ?? data?.receivedAt ?? data?.next) ||
  code === 'link_revoked' ||
  code === 'link_expired';

/**
 * The outcome of an upload as a page without script, with the patient page's headings and sentences. `again` is the
 * address of the form, offered when another try may succeed. A patient who is stuck sees how to reach the clinic.
 * `next`: how to continue, for outcomes that satisfy {@link mayLeadOn}.
 */
export function plainPage(
  copy: ServiceCopy,
  outcome: Outcome,
  again: string,
  contact: ClinicContact = {},
  next?: Next,
): string {
  const { status, code, data } = outcome;
  const goOn = next === undefined ? null : nextHtml(copy, next, again);
  if (data?.upload) return received(copy, data.upload, goOn);
  if (data?.next) return page(copy, copy.plain.told(), continued(copy, next, goOn));
  if (next?.replaced) return refused(copy, outcome, contact, next.replaced);
  if (code === 'link_used' && goOn) return usedOfSeveral(copy, data, goOn);
  if (code === 'link_revoked' && goOn && next && leadsOn(next))
    return page(copy, copy.request.skipped(), goOn);
  if (status === 404 || status === 410) return refused(copy, outcome, contact);
  if (code === 'check_needed') return checkNeeded(copy, contact);
  return page(
    copy,
    copy.form.upload(),
    `<p class="danger" role="alert">${reasonOf(copy, outcome)}</p>
${adviceOf(copy, code)}
${mayHaveArrived(outcome) ? unconfirmed(copy, again) : notSent(copy, again)}
${contactLine(copy, contact)}`,
  );
}

/** The page after another look-up. */
function continued(copy: ServiceCopy, next: Next | undefined, goOn: string | null): string {
  if (next?.replaced) return paragraph(newLink(copy, next.replaced));
  return goOn ?? paragraph(copy.request.done());
}

/** False for a link that the clinic has revoked: its holder learns nothing about the other documents. */
const leadsOn = ({ open, items }: LinkRequest) => open !== null || items.length > 0;

/** An upload in progress may be the patient's own: the browser shows only the response to the second of two taps. */
const mayHaveArrived = ({ status, code }: Outcome) =>
  code === 'upload_in_progress' || (status >= 500 && code !== 'storage_unavailable');

/**
 * The outcome of a report by a patient who cannot send the document. The response does not say whether the link works.
 */
export function plainProblemPage(
  copy: ServiceCopy,
  outcome: Outcome,
  again: string,
  contact: ClinicContact = {},
): string {
  const told = outcome.status < 300;
  const text = told
    ? `<p role="status">${escapeHtml(copy.plain.toldIf())}</p>`
    : `<p class="danger" role="alert">${reasonOf(copy, outcome)}</p>\n${paragraph(copy.plain.notTold())}`;
  return page(
    copy,
    told ? copy.plain.told() : copy.cant.heading(),
    `${text}\n${contactLine(copy, contact)}\n${button(again, copy.plain.back())}`,
  );
}

/** The form without script cannot ask for the date of birth, so another try would end here again. */
const checkNeeded = (copy: ServiceCopy, contact: ClinicContact) =>
  page(
    copy,
    copy.form.upload(),
    `<p class="danger" role="alert">${escapeHtml(copy.plain.checkNeeded())}</p>
${contactLine(copy, contact)}`,
  );

/** The sentence for the code; otherwise the one from the envelope, which is in English. */
function reasonOf(copy: ServiceCopy, { code = '', params, message }: Outcome): string {
  const { text, lang } = failureText(copy, { code, params: params ?? {}, english: message ?? null });
  return lang ? `<span lang="${lang}" dir="ltr">${escapeHtml(text)}</span>` : escapeHtml(text);
}

/** How to make a file that is accepted: this page cannot convert one. */
function adviceOf(copy: ServiceCopy, code = ''): string {
  if (code === 'file_type_refused') return paragraph(copy.plain.otherType());
  return code === 'file_too_large' ? paragraph(copy.plain.smaller()) : '';
}

const notSent = ({ plain }: ServiceCopy, form: string) =>
  `${paragraph(plain.notSent())}\n${button(form, plain.chooseAgain())}`;

/** A server error may hide an upload that was stored. Sending again is safe: the link takes one document. */
const unconfirmed = ({ plain }: ServiceCopy, form: string) =>
  `${paragraph(plain.unconfirmed())}\n${button(form, plain.sendAgain())}`;

/** `goOn`: only for a link that may be one of several. */
const received = (copy: ServiceCopy, upload: Upload, goOn: string | null) =>
  page(
    copy,
    copy.done.uploaded(),
    `<p role="status">${escapeHtml(goOn ? copy.receipt.arrived() : copy.link.nowUsed())}</p>
${facts([
  [copy.facts.reference(), upload.patientRefId],
  [copy.facts.file(), upload.file_name],
  [copy.facts.received(), when(copy, upload.receivedAt)],
])}
${goOn ?? paragraph(copy.done.next(clinicParams(null)))}`,
  );

/** Empty for a clinic that has configured no contact. */
function contactLine(copy: ServiceCopy, contact: ClinicContact): string {
  const line = contactHtml(copy, contact);
  return line && `<p class="clinic-contact">${line}</p>`;
}

const refused = (
  copy: ServiceCopy,
  outcome: Outcome,
  contact: ClinicContact,
  replaced?: LinkRequest['replaced'],
) =>
  page(
    copy,
    copy.link.invalid(),
    `<p role="alert">${reasonOf(copy, outcome)}</p>
${earlierDocument(copy, outcome.data, replaced)}
${paragraph(replaced ? newLink(copy, replaced) : copy.plain.over())}
${contactLine(copy, contact)}`,
  );

const newLink = (copy: ServiceCopy, { at, sent }: NonNullable<LinkRequest['replaced']>) =>
  (sent ? copy.renewal.sent : copy.renewal.made)({ day: when(copy, at) });

/** Without script, the page cannot know whether this browser sent the document, perhaps in another tab. */
function earlierDocument(
  copy: ServiceCopy,
  data: Outcome['data'],
  replaced: LinkRequest['replaced'],
): string {
  if (!data?.receivedAt || !data.patientRefId) return '';
  const help = replaced ? [] : [copy.plain.earlierHelp()];
  return `${paragraph(copy.plain.earlier())}
${earlierFacts(copy, data.receivedAt, data.patientRefId)}
${paragraph([...help, copy.plain.laterFile()].join(' '))}`;
}

const earlierFacts = (copy: ServiceCopy, receivedAt: string, patientRefId: string) =>
  facts([
    [copy.facts.received(), when(copy, receivedAt)],
    [copy.facts.reference(), patientRefId],
  ]);

/** The page for a used link that is, or may be, one of several: it must not say that nothing else is needed. */
const usedOfSeveral = (copy: ServiceCopy, data: Outcome['data'], goOn: string) =>
  page(
    copy,
    copy.usedLink.other(),
    `${earlierFacts(copy, data?.receivedAt ?? '', data?.patientRefId ?? '')}
${paragraph(copy.plain.laterFile())}
${goOn}`,
  );

const when = (copy: ServiceCopy, iso: string) => formatMoment(copy, iso, 'UTC');

const facts = (rows: [name: string, value: string][]) =>
  `<dl>${rows.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`).join('')}</dl>`;

const page = ({ language, footer }: ServiceCopy, title: string, body: string) => `<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/no-script.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer><a href="/accessibility.html">${escapeHtml(footer.accessibility())}</a> <a href="/privacy.html">${escapeHtml(footer.privacy())}</a></footer>
</body>
</html>
`;
