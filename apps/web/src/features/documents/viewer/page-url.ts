import { pageWidths } from '@caredrop/contracts/limits';

/** The path below `/api` of a signed URL, or of one that starts with it. */
export function apiPath(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname.replace(/^\/api/, '')}${search}`;
}

/** The URL of a document's safe copy. */
export const pagesUrl = (fileUrl: string): string => `${fileUrl}/pages`;

/**
 * The URL of a page's picture. `page` counts from 0. `width` is in CSS pixels; the picture's width in device pixels is
 * rounded up to one of a few steps, at most the largest.
 */
export function pageUrl(fileUrl: string, page: number, width: number): string {
  const wanted = width * window.devicePixelRatio;
  const step = pageWidths.find((each) => each >= wanted) ?? pageWidths.at(-1);
  return `${pagesUrl(fileUrl)}/${page + 1}?width=${step}`;
}
