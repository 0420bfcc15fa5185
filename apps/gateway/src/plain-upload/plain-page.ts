import { messages } from '@caredrop/contracts';
import { escapeHtml } from '@caredrop/service-kit';

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
  const { status, code, message = messages.upload.failed, data } = outcome;
  if (data?.upload) return received(data.upload);
  if (status === 404 || status === 410) return refused(message, data);
  return page(
    'Upload Document',
    `<h1>Upload Document</h1>
<p class="danger" role="alert">${escapeHtml(message)}</p>
${status >= 500 && code !== 'storage_unavailable' ? unconfirmed(again) : notSent(again)}`,
  );
}

const notSent = (form: string) => `<p>Your document was not sent. The link still works.</p>
<p><a class="button" href="${escapeHtml(form)}">Choose a file again</a></p>`;

/** A server error may hide an upload that was stored. Sending again is safe: the link takes one document. */
const unconfirmed = (
  form: string,
) => `<p>We could not confirm that your document arrived. It is safe to send it again: the link takes one document only.</p>
<p><a class="button" href="${escapeHtml(form)}">Send it again</a></p>`;

const received = (upload: { file_name: string; patientRefId: string; receivedAt: string }) =>
  page(
    'Upload Successful',
    `<h1>Upload Successful</h1>
<p role="status">${messages.link.nowUsed}</p>
${facts([
  ['Reference', upload.patientRefId],
  ['File', upload.file_name],
  ['Received', when(upload.receivedAt)],
])}
<p>Your clinic has your document. You do not need to do anything else, and you can close this page.</p>`,
  );

const refused = (message: string, data: Outcome['data']) =>
  page(
    'Invalid Token',
    `<h1>Invalid Token</h1>
<p role="alert">${escapeHtml(message)}</p>
${data?.receivedAt && data.patientRefId ? earlierDocument(data.receivedAt, data.patientRefId) : ''}
<p>Nothing more can be sent with this link.</p>`,
  );

/** Without script it is unknown whether this browser sent it, perhaps in another tab. */
const earlierDocument = (
  receivedAt: string,
  patientRefId: string,
) => `<p>A document was received with this link:</p>
${facts([
  ['Received', when(receivedAt)],
  ['Reference', patientRefId],
])}
<p>If you sent it, you do not need to do anything else. A file that you chose after that time was not sent.</p>`;

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
<footer><a href="/accessibility.html">Accessibility and help</a> <a href="/privacy.html">Privacy</a></footer>
</body>
</html>
`;
