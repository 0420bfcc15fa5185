import { useCallback, useEffect, useLayoutEffect, useRef, useState, type Dispatch } from 'react';
import type { Keep } from './keep/keep.js';
import type { KeptDraft } from './keep/kept-draft.js';
import { wait } from './link/validate-link.js';
import type { PageEvent, PageState } from './page-state.js';
import { examineFully, type LoadFilePart } from './use-file-part.js';

/**
 * Restores the stored draft of the link once its form appears, saves every change, and deletes the draft when the
 * document has arrived or the link can no longer be used. Returns a function that resolves when the latest change is
 * saved, or after `maxSavingMs`.
 */
export function useKeep(
  token: string | null,
  state: PageState,
  dispatch: Dispatch<PageEvent>,
  loadFilePart: LoadFilePart,
): () => Promise<unknown> {
  const opened = useRef<Promise<Keep | null> | null>(null);
  const [restored, setRestored] = useState(false);
  const { phase } = state;
  const keep = useCallback(
    () => (opened.current ??= token === null ? Promise.resolve(null) : openKeep(token)),
    [token],
  );

  useEffect(() => {
    if (phase !== 'ready' || restored) return;
    void keep()
      .then((opening) => opening?.load())
      .then(async (draft) => {
        if (draft) dispatch(await asEvent(draft, loadFilePart));
      })
      .finally(() => setRestored(true));
  }, [phase, restored, keep, dispatch, loadFilePart]);

  const { pages, chosen, comment } = 'pages' in state ? state : nothing;
  // Files that cannot be sent are not kept; those over the limit are not in memory either.
  const file = chosen && !chosen.problem && pages.length === 0 ? chosen.file : null;
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useLayoutEffect(() => {
    if (!restored || phase !== 'ready') return;
    saving.current = keep().then((opening) => opening?.save({ pages, file, comment }));
  }, [restored, phase, pages, file, comment, keep]);

  const over = phase === 'success' || (state.phase === 'invalid' && !state.rejection.again);
  useEffect(() => {
    if (over) void keep().then((opening) => opening?.wipe());
  }, [over, keep]);

  return useCallback(async () => {
    // The page renders, and therefore saves, in a later task than the change.
    await wait(0);
    await Promise.race([saving.current, wait(maxSavingMs)]);
  }, []);
}

/** Loads the store in a separate chunk, so that it does not delay the form. */
async function openKeep(token: string): Promise<Keep | null> {
  try {
    return await (await import('./keep/keep.js')).Keep.open(token);
  } catch {
    // The chunk did not load: nothing is kept, and everything else works.
    return null;
  }
}

/** The longest time that the camera waits for the database before it takes the next page. */
const maxSavingMs = 2_000;

const nothing = { pages: [], chosen: null, comment: '' };

/**
 * A restored file is examined as if it had just been chosen; one that cannot be read again is left out. The draft
 * contains the restored file itself, not its copy, because the store recognises it as unchanged.
 */
async function asEvent({ pages, file, comment }: KeptDraft, loadFilePart: LoadFilePart): Promise<PageEvent> {
  const chosen = file && (await examineFully(file, loadFilePart).catch(() => null));
  return { type: 'restored', pages, chosen: chosen && { ...chosen, file }, comment };
}
