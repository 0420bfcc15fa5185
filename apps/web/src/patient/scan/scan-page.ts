/** The largest number of pages in one document. */
export const maxPages = 20;

/** What looks wrong with a page; a hint, never a rejection. */
export type PageHint = 'dark' | 'blurred';

/** One photographed or picked page. Its images are stored unrotated: `turns` is applied when they are shown or sent. */
export interface ScanPage {
  id: string;
  /** Long edge at most that of `firstStep` in `assemble.ts`. */
  jpeg: Blob;
  thumbnail: Blob;
  width: number;
  height: number;
  /** Quarter turns clockwise that the patient asked for, 0 to 3. */
  turns: number;
  /**
   * The camera's file, sent unchanged if this stays the only page and is not turned; null if there is none, it cannot
   * be sent, or there are or were other pages.
   */
  original: File | null;
  hint: PageHint | null;
  /** Number of hints given for this page and the pages that it replaced. */
  hints: number;
  /** Whether it is a picture of a page of a PDF. */
  ofPdf?: boolean;
}

/** Computes the new list of pages from the current one. */
export type PagesChange = (pages: readonly ScanPage[]) => readonly ScanPage[];

/** Appends pages, or puts them in the place of another. Drops the original files if there are several pages. */
export function putPages(
  pages: readonly ScanPage[],
  made: readonly ScanPage[],
  replaces: string | null,
): ScanPage[] {
  const next = pages.some(({ id }) => id === replaces)
    ? pages.flatMap((one) => (one.id === replaces ? made : [one]))
    : [...pages, ...made];
  return next.length > 1 ? next.map((one) => (one.original ? { ...one, original: null } : one)) : next;
}

/** Moves a page by one place; at the ends nothing changes. */
export function movePage(pages: readonly ScanPage[], id: string, by: -1 | 1): ScanPage[] {
  const from = pages.findIndex((page) => page.id === id);
  const [page, other] = [pages[from], pages[from + by]];
  if (!page || !other) return [...pages];
  return pages.map((one) => (one === page ? other : one === other ? page : one));
}

export const removePage = (pages: readonly ScanPage[], id: string): ScanPage[] =>
  pages.filter((page) => page.id !== id);

/** Puts a removed page back where it was. */
export const restorePage = (pages: readonly ScanPage[], page: ScanPage, at: number): ScanPage[] =>
  pages.some(({ id }) => id === page.id) ? [...pages] : [...pages.slice(0, at), page, ...pages.slice(at)];

export const changePage = (
  pages: readonly ScanPage[],
  id: string,
  change: (page: ScanPage) => Partial<ScanPage>,
): ScanPage[] => pages.map((page) => (page.id === id ? { ...page, ...change(page) } : page));
