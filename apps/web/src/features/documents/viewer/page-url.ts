import { pageWidths } from '@caredrop/contracts/limits';

/** The path of a document's safe copy below `/api`, from its signed URL. */
export const pagesPath = (fileUrl: string): string =>
  `${new URL(fileUrl).pathname.replace(/^\/api/, '')}/pages`;

/**
 * The URL of a page's picture. `page` counts from 0. `width` is in CSS pixels; the picture is as wide as the next of a
 * few steps in device pixels, or as the largest step.
 */
export function pageUrl(fileUrl: string, page: number, width: number): string {
  const wanted = width * window.devicePixelRatio;
  const step = pageWidths.find((each) => each >= wanted) ?? pageWidths.at(-1);
  return `${fileUrl}/pages/${page + 1}?width=${step}`;
}
