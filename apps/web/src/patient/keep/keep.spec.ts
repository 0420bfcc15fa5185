import { webcrypto } from 'node:crypto';
import { jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { useReducer } from 'react';
import { examineFile } from '../file/chosen-file.js';
import { reduce, startState, type PageEvent, type PageState } from '../page-state.js';
import { aPage } from '../testing/pages.js';
import { useKeep } from '../use-keep.js';
import { Keep } from './keep.js';
import type { KeptDraft } from './kept-draft.js';

const link = 'link-of-one-patient';
const day = 24 * 60 * 60 * 1000;
const draft = (changes: Partial<KeptDraft> = {}): KeptDraft => ({
  pages: [],
  file: null,
  comment: '',
  ...changes,
});

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterAll(() => Object.assign(globalThis, { indexedDB: undefined }));

async function opened(token = link, now?: number): Promise<Keep> {
  const keep = await Keep.open(token, now);
  if (!keep) throw new Error('nothing can be kept');
  return keep;
}

const textOf = (blob: Blob | null | undefined) => blob?.text();

/** The whole content of the database as one string. */
async function contents(): Promise<string> {
  const database = await done(indexedDB.open('caredrop.kept'));
  const all = await Promise.all(
    Array.from(database.objectStoreNames).map(async (name) => {
      const store = database.transaction(name).objectStore(name);
      const [keys, values] = [await done(store.getAllKeys()), await done(store.getAll())];
      return JSON.stringify([keys, values], (_, value: unknown) =>
        value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
      );
    }),
  );
  database.close();
  return all.join('\n');
}

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

const empty = '[[],[]]\n[[],[]]';

const accepted: PageEvent = {
  type: 'link accepted',
  link: { patientRefId: 'P-1', expiresAt: null, language: null },
};
const pagesChanged: PageEvent = {
  type: 'pages changed',
  change: () => [aPage('1', 200, { original: new File(['photo'], 'photo.jpg', { type: 'image/jpeg' }) })],
};
const fileChosen = async (): Promise<PageEvent> => ({
  type: 'file chosen',
  chosen: await examineFile(new File(['%PDF-1.7 a letter'], 'letter.pdf', { type: 'application/pdf' })),
});
const commented = (comment: string): PageEvent => ({ type: 'commented', comment });

const hasDraft = (state: PageState) =>
  state.phase === 'ready' && (state.chosen !== null || state.pages.length > 0);

const noPart = () => Promise.resolve(null);

const openForm = () =>
  renderHook(() => {
    const [state, dispatch] = useReducer(reduce, reduce(startState(link), accepted));
    return { state, dispatch, saved: useKeep(link, state, dispatch, noPart) };
  });

/** Opens the form at that time, makes the changes once a stored draft is restored, and leaves when they are saved. */
async function visit(at: number, ...changes: PageEvent[]): Promise<void> {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(at);
  // Creates the database.
  await opened();
  const before = await contents();
  const { result, unmount } = openForm();
  if (before !== empty) await waitFor(() => expect(hasDraft(result.current.state)).toBe(true));
  act(() => changes.forEach((change) => result.current.dispatch(change)));
  if (changes.length > 0) await waitFor(async () => expect(await contents()).not.toBe(before));
  await act(() => result.current.saved());
  unmount();
  clock.mockRestore();
}

describe('what is kept for a link', () => {
  it('pages, file and comment are restored when the link is opened again', async () => {
    const pages = [aPage('1', 200, { turns: 1, hint: 'dark', hints: 1 }), aPage('2')];
    await (await opened()).save(draft({ pages, comment: 'From my GP' }));
    const kept = await (await opened()).load();
    expect(kept?.comment).toBe('From my GP');
    expect(kept?.pages.map(({ id, turns, hint, hints }) => [id, turns, hint, hints])).toEqual([
      ['1', 1, 'dark', 1],
      ['2', 0, null, 0],
    ]);
    expect(await textOf(kept?.pages[1]?.jpeg)).toBe(await textOf(pages[1]?.jpeg));

    await (await opened()).save(draft({ file: new File(['a letter'], 'letter.pdf', { type: 'text/x' }) }));
    const later = await (await opened()).load();
    expect(later).toMatchObject({ pages: [], comment: '', file: { name: 'letter.pdf', type: 'text/x' } });
    expect(await textOf(later?.file)).toBe('a letter');
  });

  it('the database contains neither the link nor any kept data in plaintext', async () => {
    const file = new File(['a diagnosis'], 'my-letter.pdf');
    await (await opened()).save(draft({ file, pages: [aPage('1')], comment: 'a secret' }));
    const stored = await contents();
    for (const plain of ['a diagnosis', 'my-letter', 'a secret', 'image 1', link])
      expect(stored).not.toContain(plain);
    const database = await done(indexedDB.open('caredrop.kept'));
    const [one] = await done(database.transaction('links').objectStore('links').getAll());
    expect((one as { key: CryptoKey }).key.extractable).toBe(false);
    database.close();
  });

  it('another link does not show the draft', async () => {
    await (await opened()).save(draft({ pages: [aPage('1')], comment: 'mine' }));
    expect(await (await opened('another-link')).load()).toBeNull();
  });

  it('images that were swapped between pages in the database are not restored', async () => {
    await (await opened()).save(draft({ pages: [aPage('1', 777), aPage('2', 777)] }));
    const database = await done(indexedDB.open('caredrop.kept'));
    const parts = database.transaction('parts', 'readwrite').objectStore('parts');
    const keys = await done(parts.getAllKeys());
    const values = (await done(parts.getAll())) as { sealed: ArrayBuffer }[];
    const tag = 16;
    const [one, two] = values.flatMap(({ sealed }, at) => (sealed.byteLength === 777 + tag ? [at] : []));
    await done(parts.put(values[one!], keys[two!]));
    await done(parts.put(values[two!], keys[one!]));
    database.close();
    expect((await (await opened()).load())?.pages).toEqual([]);
  });

  it('a page that cannot be read is left out and the other pages are restored', async () => {
    await (await opened()).save(draft({ pages: [aPage('1'), aPage('2')], comment: 'mine' }));
    const database = await done(indexedDB.open('caredrop.kept'));
    const parts = database.transaction('parts', 'readwrite').objectStore('parts');
    const [first] = (await done(parts.getAllKeys())) as [string, string][];
    expect(first?.[1]).not.toBe('manifest');
    await done(parts.delete(first!));
    database.close();
    const kept = await (await opened()).load();
    expect(kept?.pages).toHaveLength(1);
    expect(kept?.comment).toBe('mine');
  });

  it('only changed parts are written again, and deleted parts are removed', async () => {
    const keep = await opened();
    const [one, two] = [aPage('1'), aPage('2')];
    await keep.save(draft({ pages: [one, two] }));
    const encryptions = countEncryptions();
    await keep.save(draft({ pages: [two] }));
    expect(encryptions.calls()).toBe(1);
    encryptions.restore();
    expect((await (await opened()).load())?.pages.map(({ id }) => id)).toEqual(['2']);
    expect((await contents()).match(/"sealed"/g)).toHaveLength(3);
  });

  it('parts that another tab deleted are written again', async () => {
    const [here, there] = [await opened(), await opened()];
    const page = aPage('1');
    await here.save(draft({ pages: [page] }));
    await there.save(draft({ comment: 'other tab' }));
    await here.save(draft({ pages: [page] }));
    expect((await (await opened()).load())?.pages).toHaveLength(1);
  });

  it('the last of several changes in quick succession is kept', async () => {
    const keep = await opened();
    for (const comment of ['F', 'Fr', 'Fro', 'From']) void keep.save(draft({ comment }));
    await keep.save(draft({ comment: 'From me' }));
    expect((await (await opened()).load())?.comment).toBe('From me');
  });
});

describe('deleting what was kept', () => {
  it('nothing is left after the document has arrived, and nothing is saved any more', async () => {
    const keep = await opened();
    void keep.save(draft({ pages: [aPage('1')] }));
    await keep.wipe();
    await keep.save(draft({ comment: 'too late' }));
    expect(await contents()).toBe(empty);
  });

  it('nothing is left when everything was removed from the page', async () => {
    const keep = await opened();
    await keep.save(draft({ comment: 'text' }));
    await keep.save(draft({ comment: '  ' }));
    expect(await contents()).toBe(empty);
  });

  it('the end of one link does not affect the draft of another', async () => {
    await (await opened()).save(draft({ comment: 'mine' }));
    const other = await opened('another-link');
    await other.save(draft({ comment: 'theirs' }));
    await other.wipe();
    expect((await (await opened()).load())?.comment).toBe('mine');
  });

  it('a draft that has not changed for 24 hours is deleted when any link is opened', async () => {
    await (await opened()).save(draft({ pages: [aPage('1')] }));
    await opened('another-link', Date.now() + day - 60_000);
    expect(await contents()).not.toBe(empty);
    await opened('another-link', Date.now() + day + 60_000);
    expect(await contents()).toBe(empty);
  });

  it.each([
    ['unchanged pages', () => pagesChanged],
    ['an unchanged file', fileChosen],
  ])('opening the form again does not restart the 24 hours of %s', async (_, choose) => {
    const start = Date.now();
    await visit(start, await choose(), commented('From my GP'));
    await visit(start + day - 120_000);
    await opened('another-link', start + day - 60_000);
    expect(await contents()).not.toBe(empty);
    await opened('another-link', start + day + 60_000);
    expect(await contents()).toBe(empty);
  });

  it('a change after the form is opened again restarts the 24 hours', async () => {
    const start = Date.now();
    await visit(start, pagesChanged);
    await visit(start + day - 120_000, commented('From my GP'));
    await opened('another-link', start + 2 * day - 180_000);
    expect((await (await opened()).load())?.comment).toBe('From my GP');
    await opened('another-link', start + 2 * day);
    expect(await contents()).toBe(empty);
  });

  it('stored pages are not deleted when the patient opens the camera before they are loaded', async () => {
    await visit(Date.now(), pagesChanged);
    const before = await contents();
    const { result } = openForm();
    act(() => result.current.dispatch({ type: 'working', on: 'camera' }));
    await waitFor(() => expect(hasDraft(result.current.state)).toBe(true));
    await act(() => result.current.saved());
    expect(await contents()).toBe(before);
  });

  it('saving an unchanged draft again, as after a failed upload, does not restart the 24 hours', async () => {
    const start = Date.now();
    const keep = await opened();
    const unchanged = draft({ pages: [aPage('1')] });
    await keep.save(unchanged);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(start + day);
    await keep.save({ ...unchanged });
    clock.mockRestore();
    await opened('another-link', start + day + 60_000);
    expect(await contents()).toBe(empty);
  });
});

describe('a browser that cannot keep anything', () => {
  it('nothing is stored without IndexedDB', async () => {
    Object.assign(globalThis, { indexedDB: undefined });
    expect(await Keep.open(link)).toBeNull();
  });

  it('nothing is stored without crypto.subtle, as on plain http', async () => {
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    expect(await Keep.open(link)).toBeNull();
  });

  it('saving a draft does not fail when the disk is full', async () => {
    const keep = await opened();
    const transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await expect(keep.save(draft({ comment: 'text' }))).resolves.toBeUndefined();
    IDBDatabase.prototype.transaction = transaction;
  });
});

/** Counts encryptions until `restore` is called. */
function countEncryptions() {
  let count = 0;
  const { encrypt } = webcrypto.subtle;
  webcrypto.subtle.encrypt = (...call) => {
    count += 1;
    return encrypt.apply(webcrypto.subtle, call);
  };
  return { calls: () => count, restore: () => void (webcrypto.subtle.encrypt = encrypt) };
}
