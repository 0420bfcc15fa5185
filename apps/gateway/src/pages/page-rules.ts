/** How long a browser may keep a file without asking. */
export type Keeping = 'forever' | 'ask' | 'never';

export interface PageFile {
  /** Relative to WEB_ROOT. */
  file: string;
  keep: Keeping;
}

/** First segments that are calls, here or inside the system, and never a page. */
const noPages = new Set(['api', 'internal', 'health', 'metrics', 'jwks']);

/**
 * Which file answers a GET: hashed assets for ever, the patient's page for /upload, the workspace for every
 * other page address. A missing asset is a real 404 (design §8), so whatever looks like a file is one; null
 * is for what is no page at all.
 */
export function pageFor(path: string, accept: string | undefined): PageFile | null {
  const segments = path.split('/').slice(1);
  if (noPages.has(segments[0] ?? '') || /[\0\\]/.test(path) || segments.includes('..')) return null;
  if (segments[0] === 'assets') return { file: path.slice(1), keep: 'forever' };
  if (path === '/upload' || path === '/upload/' || path === '/upload.html')
    return { file: 'upload.html', keep: 'never' };
  if (path === '/index.html') return { file: 'index.html', keep: 'ask' };
  if (segments.at(-1)?.includes('.')) return { file: path.slice(1), keep: 'ask' };
  return wantsHtml(accept) ? { file: 'index.html', keep: 'ask' } : null;
}

function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || accept === '' || /text\/html|\*\/\*/.test(accept);
}

/** `Cache-Control` of a page file. */
export const cacheControl: Record<Keeping, string> = {
  forever: 'public, max-age=31536000, immutable',
  ask: 'no-cache',
  never: 'no-store',
};
