import { escapeHtml } from '@caredrop/service-kit';

export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

export const button = (href: string, text: string) =>
  `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`;
