import { actionOf, canZoom, firstView, nextView } from './view-state.js';

describe('the view of a document', () => {
  it('the page number stays between the first and the last page', () => {
    expect(nextView(firstView, 'previous', 3).page).toBe(0);
    expect(nextView({ ...firstView, page: 2 }, 'next', 3).page).toBe(2);
    expect(nextView(firstView, 'next', 3).page).toBe(1);
  });

  it('zooming stops at the smallest and the largest step, and can return to the full width', () => {
    let view = firstView;
    for (let step = 0; step < 10; step += 1) view = nextView(view, 'in', 1);
    expect([view.zoom, canZoom(view)]).toEqual([4, { in: false, out: true }]);
    for (let step = 0; step < 10; step += 1) view = nextView(view, 'out', 1);
    expect([view.zoom, canZoom(view)]).toEqual([0.5, { in: true, out: false }]);
    expect(nextView(view, 'fit', 1).zoom).toBe(1);
  });

  it('four turns restore the original orientation', () => {
    const turned = ['turn', 'turn', 'turn', 'turn'] as const;
    expect(turned.reduce((view, action) => nextView(view, action, 1), firstView)).toEqual(firstView);
  });

  it('ArrowDown, Space and Home have no action, and PageDown opens the next page', () => {
    expect(['ArrowDown', ' ', 'Home'].map(actionOf)).toEqual([undefined, undefined, undefined]);
    expect(actionOf('PageDown')).toBe('next');
  });
});
