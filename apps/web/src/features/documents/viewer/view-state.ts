/** How one page is shown. `zoom` 1 fills the width. */
export interface View {
  /** From 0. */
  page: number;
  zoom: number;
  /** Degrees, clockwise. */
  turn: 0 | 90 | 180 | 270;
}

export type ViewAction = 'previous' | 'next' | 'in' | 'out' | 'fit' | 'turn';

export const firstView: View = { page: 0, zoom: 1, turn: 0 };

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4];

/** Returns the view after an action in a document with `pages` pages. Zoom and turn are kept from page to page. */
export function nextView(view: View, action: ViewAction, pages: number): View {
  const { page, zoom, turn } = view;
  switch (action) {
    case 'previous':
      return { ...view, page: Math.max(0, page - 1) };
    case 'next':
      return { ...view, page: Math.min(pages - 1, page + 1) };
    case 'in':
      return { ...view, zoom: zooms.find((step) => step > zoom) ?? zoom };
    case 'out':
      return { ...view, zoom: zooms.findLast((step) => step < zoom) ?? zoom };
    case 'fit':
      return { ...view, zoom: 1 };
    case 'turn':
      return { ...view, turn: ((turn + 90) % 360) as View['turn'] };
  }
}

export const canZoom = ({ zoom }: View) => ({
  in: zoom < (zooms.at(-1) ?? zoom),
  out: zoom > (zooms[0] ?? zoom),
});

const keyActions: Record<string, ViewAction> = {
  PageUp: 'previous',
  PageDown: 'next',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  r: 'turn',
};

/** Returns the action of a key; arrow keys have none, because they scroll the page. */
export const actionOf = (key: string): ViewAction | undefined => keyActions[key];

/** Whether the page lies on its side, so that its width and height are swapped. */
export const isOnItsSide = ({ turn }: View): boolean => turn === 90 || turn === 270;
