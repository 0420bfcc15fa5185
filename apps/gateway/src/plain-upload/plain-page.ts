import { escapeHtml } from '@caredrop/service-kit';
import { copy } from './copy.js';

/** The part of the document service's response to an upload that is shown to the patient. */
export interface Outcome {
  status: number;
  code?: string;
  message?: string;
  data?: {
    upload?: { file_name: string; patientRefId: string; receivedAt: string };
    receivedAt?: string;
    patientRefId?: string;
  } | null;
}

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const when = (iso: string) => `${time.format(new Date(iso))} UTC`;

const facts = (rows: [name: string, value: string][]) =>
  `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`).join('')}</dl>`;

/**
 * The outcome of an upload as a page without script, with the patient page's headings and sentences. `again`
 * is the address of the form, offered while the link still works.
 */
export function plainPage(outcome: Outcome, again: string): string {
  const { status, code, message = copy.failed, data } = outcome;
  if (data?.upload) return received(data.upload);
  if (status === 404 || status === 410) return refused(message, data);
  return page(
    copy.upload,
    `<h1>${copy.upload}</h1>
<p class="danger" role="alert">${escapeHtml(message)}</p>
${status >= 500 && code !== 'storage_unavailable' ? unconfirmed(again) : notSent(again)}`,
  );
}

const notSent = (form: string) => `<p>${copy.notSent}</p>
<p><a class="button" href="${escapeHtml(form)}">${copy.chooseAgain}</a></p>`;

/** A server error may hide an upload that was stored. Sending again is safe: the link takes one document. */
const unconfirmed = (form: string) => `<p>${copy.unconfirmed}</p>
<p><a class="button" href="${escapeHtml(form)}">${copy.sendAgain}</a></p>`;

const received = (upload: { file_name: string; patientRefId: string; receivedAt: string }) =>
  page(
    copy.uploaded,
    `<h1>${copy.uploaded}</h1>
<p role="status">${copy.nowUsed}</p>
${facts([
  [copy.facts.reference, upload.patientRefId],
  [copy.facts.file, upload.file_name],
  [copy.facts.received, when(upload.receivedAt)],
])}
<p>${copy.done}</p>`,
  );

const refused = (message: string, data: Outcome['data']) =>
  page(
    copy.invalidLink,
    `<h1>${copy.invalidLink}</h1>
<p role="alert">${escapeHtml(message)}</p>
${data?.receivedAt && data.patientRefId ? earlierDocument(data.receivedAt, data.patientRefId) : ''}
<p>${copy.over}</p>`,
  );

/** Without script it is unknown whether this browser sent it, perhaps in another tab. */
const earlierDocument = (receivedAt: string, patientRefId: string) => `<p>${copy.earlier}</p>
${facts([
  [copy.facts.received, when(receivedAt)],
  [copy.facts.reference, patientRefId],
])}
<p>${copy.earlierHelp}</p>`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/no-script.css">
</head>
<body>
<main>
${body}
</main>
<footer><a href="/accessibility.html">${copy.accessibility}</a> <a href="/privacy.html">${copy.privacy}</a></footer>
</body>
</html>
`;
