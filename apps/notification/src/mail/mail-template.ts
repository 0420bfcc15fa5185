import { escapeHtml } from '@caredrop/service-kit';

/** A paragraph of an email: a sentence, or a link on its own line, complete and readable. */
type Line = string | { link: string };

/** An email before it is rendered as plain text and HTML. */
export interface MailTemplate {
  subject: string;
  greeting: string;
  lines: Line[];
}

/** How an email ends, and the language of its HTML; all emails to staff have the same form. */
interface MailForm {
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** The signature. */
  clinic: string;
  footer: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const staffFooter =
  'Sent automatically by Caredrop. It intentionally contains no patient details. Please do not reply.';

/** Renders an email to staff. `clinic` is the signature. */
export const renderMail = ({ subject, greeting, lines }: MailTemplate, clinic: string): RenderedMail =>
  renderLines(subject, [greeting, ...lines], {
    ...{ language: 'en', direction: 'ltr', footer: staffFooter },
    clinic,
  });

/** Renders an email, which loads no external content and does not track links. */
export function renderLines(subject: string, lines: Line[], form: MailForm): RenderedMail {
  const paragraphs = [...lines, form.clinic];
  return { subject, text: asText(paragraphs, form.footer), html: asHtml(subject, paragraphs, form) };
}

function asText(paragraphs: Line[], footer: string): string {
  const blocks = paragraphs.map((line) => (typeof line === 'string' ? line : line.link));
  return `${[...blocks, `--\n${footer}`].join('\n\n')}\n`;
}

function asHtml(subject: string, paragraphs: Line[], { language, direction, footer }: MailForm): string {
  const body = paragraphs.map(
    (line) => `<p>${typeof line === 'string' ? escapeHtml(line) : anchor(line.link)}</p>`,
  );
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#16242a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
${body.join('\n')}
<p style="color:#51636b;font-size:14px;border-top:1px solid #dce4e7;padding-top:16px">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}

const anchor = (url: string) =>
  `<a href="${escapeHtml(url)}" style="color:#0a5f5f;overflow-wrap:anywhere">${escapeHtml(url)}</a>`;
