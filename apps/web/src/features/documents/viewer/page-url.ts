import { pageWidths } from '@caredrop/contracts/limits';

/** The path of a document's safe copy below `/api`, from its signed URL. */
export const pagesPath = (fileUrl: string): string =>
  `${new URL(fileUrl).pathname.replace(/^\/api/, '')}/pages`;

/** The URL of a page's picture. `page` counts from 0; `width` in CSS pixels is rounded up to one of a few steps. */
export function pageUrl(fileUrl: string, page: number, width: number): string {
  const wanted = width * window.devicePixelRatio;
  const step = pageWidths.find((each) => each >= wanted) ?? pageWidths.at(-1);
  return `${fileUrl}/pages/${page + 1}?width=${step}`;
}
