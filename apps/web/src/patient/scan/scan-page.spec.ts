import { aPage } from '../testing/pages.js';
import { movePage, putPages, removePage, restorePage } from './scan-page.js';

const [one, two, three] = [aPage('1'), aPage('2'), aPage('3')];
const pages = [one, two, three];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');

describe('the list of pages', () => {
  it('a new page is added at the end, and a page taken again keeps its place', () => {
    expect(ids(putPages(pages, [aPage('4')], null))).toBe('1234');
    expect(ids(putPages(pages, [aPage('4')], '2'))).toBe('143');
  });

  it('the pages of a PDF are added together, in their order', () => {
    expect(ids(putPages([one], [two, three], null))).toBe('123');
    expect(ids(putPages(pages, [aPage('4'), aPage('5')], '2'))).toBe('1453');
  });

  it('a page taken again after its deletion is added at the end', () => {
    expect(ids(putPages([one, three], [aPage('4')], '2'))).toBe('134');
  });

  it('only a single page keeps the file that the camera wrote', () => {
    const original = new File(['x'], 'photo.jpg');
    const alone = putPages([], [aPage('1', 100, { original })], null);
    expect(alone[0]?.original).toBe(original);
    expect(putPages(alone, [two], null).map((page) => page.original)).toEqual([null, null]);
    expect(putPages(alone, [aPage('5', 100, { original })], '1')[0]?.original).toBe(original);
  });

  it('a page moves by one place, and not beyond the ends', () => {
    expect(ids(movePage(pages, '3', -1))).toBe('132');
    expect(ids(movePage(pages, '1', 1))).toBe('213');
    expect(ids(movePage(pages, '1', -1))).toBe('123');
    expect(ids(movePage(pages, '3', 1))).toBe('123');
  });

  it('a deleted page can be put back where it was, but only once', () => {
    const without = removePage(pages, '2');
    expect(ids(without)).toBe('13');
    expect(ids(restorePage(without, two, 1))).toBe('123');
    expect(ids(restorePage(pages, two, 1))).toBe('123');
  });
});
