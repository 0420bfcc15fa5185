import { defaultLanguage, type Language } from '@caredrop/patient-copy';

/** First path segments of API and internal routes, which never serve a page. */
const noPages = new Set(['api', 'internal', 'health', 'metrics', 'jwks']);

/**
 * The file of the built SPA for a GET: the patient's page for /upload, and the workspace for every other page address.
 * A missing asset is a real 404, so any path that looks like a file counts as one. Null when the path is not a page at
 * all, or when it belongs to the workspace and the client does not accept HTML.
 */
export function pageFor(path: string, accept: string | undefined): string | null {
  const segments = path.split('/').slice(1);
  if (noPages.has(segments[0] ?? '') || /[\0\\]/.test(path) || segments.includes('..')) return null;
  if (path === '/upload' || path === '/upload/') return 'upload.html';
  if (segments[0] === 'assets' || segments.at(-1)?.includes('.')) return path.slice(1);
  return wantsHtml(accept) ? 'index.html' : null;
}

/**
 * Where a GET meant for the patient's page should have gone: some programs change the case of a link, or
 * write its value after a slash. Null for every other address.
 */
export function patientAddress(url: string): string | null {
  const [path = '', ...query] = url.split('?');
  const [, page = '', value = '', ...rest] = path.split('/');
  if (page.toLowerCase() !== 'upload' || rest.join('') !== '') return null;
  if (/[A-Za-z0-9]{43}/.test(value)) return `/upload?token=${value}`;
  return value === '' && page !== 'upload' ? ['/upload', ...query].join('?') : null;
}

function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || accept === '' || /text\/html|\*\/\*/.test(accept);
}

/**
 * `Cache-Control` of an existing file: names under assets/ change with their content, the rest is
 * revalidated.
 */
export const cacheControl = (file: string): string =>
  file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * `upload.html` in English, `upload.pl.html` in Polish: the languages of the browser and of the clinic decide
 * which one is sent.
 */
export const isPatientPage = (file: string): boolean => /^upload(\.[\w-]+)?\.html$/.test(file);

export const patientPageFile = ({ id }: Language): string =>
  id === defaultLanguage.id ? 'upload.html' : `upload.${id}.html`;
