import { messages } from '@caredrop/contracts';
import { escapeHtml } from '../pages/escape-html.js';

/** What the document service answers to an upload, as far as a person is told of it (api.md §2.6). */
export interface Outcome {
  status: number;
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
 * The outcome of an upload as a page without script: the patient page's headings and sentences (spec §2, §8).
 * `again` is the address of the form, offered where the link still works.
 */
export function plainPage(outcome: Outcome, again: string): string {
  const { status, message = messages.upload.failed, data } = outcome;
  if (data?.upload) return received(data.upload);
  if (status === 404 || status === 410) return refused(message, data);
  return page(
    'Upload Document',
    `<h1>Upload Document</h1>
<p class="danger" role="alert">${escapeHtml(message)}</p>
<p>Your document was not sent. The link still works.</p>
<p><a class="button" href="${escapeHtml(again)}">Choose a file again</a></p>`,
  );
}

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
${
  data?.receivedAt && data.patientRefId
    ? facts([
        ['Received', when(data.receivedAt)],
        ['Reference', data.patientRefId],
      ])
    : ''
}
<p>Nothing can be sent with this link.</p>`,
  );

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
