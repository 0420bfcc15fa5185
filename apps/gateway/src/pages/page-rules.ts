/** First path segments of calls, here or inside the system, which are never pages. */
const noPages = new Set(['api', 'internal', 'health', 'metrics', 'jwks']);

/**
 * The file of the built SPA for a GET: the patient's page for /upload, the workspace for every other page
 * address. A missing asset is a real 404, so anything that looks like a file is one; null when it is not a
 * page at all.
 */
export function pageFor(path: string, accept: string | undefined): string | null {
  const segments = path.split('/').slice(1);
  if (noPages.has(segments[0] ?? '') || /[\0\\]/.test(path) || segments.includes('..')) return null;
  if (path === '/upload' || path === '/upload/') return 'upload.html';
  if (segments[0] === 'assets' || segments.at(-1)?.includes('.')) return path.slice(1);
  return wantsHtml(accept) ? 'index.html' : null;
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

export const isPatientPage = (file: string): boolean => file === 'upload.html';
