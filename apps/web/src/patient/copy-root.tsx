import { loadLaterCopy, loadPatientCopy, withLater, type PatientCopy } from '@caredrop/patient-copy';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { CopyProvider } from './copy-context.js';
import { clinicNameIn, rememberLanguage } from './language-list.js';

/** Lets components read the chosen language and request another one. */
export interface Languages {
  /** The patient's choice on this page, or an earlier one that the clinic may not have received; null for none. */
  chosen: string | null;
  /** Shows the link's language if the clinic offers it and `chosen` is null. Never rejects. */
  offer: (ofLink: string | null) => Promise<void>;
  /** Loads the rest of the copy that the form may need. A failed attempt changes nothing, and can be repeated. */
  complete: () => Promise<void>;
}

interface Props {
  first: PatientCopy;
  list: HTMLSelectElement;
  /** Whether `first` is the patient's choice, which the clinic may not have received. */
  isUnsent?: boolean;
  /** `clinicName`: in the language of the page; null when none is configured. */
  children: (languages: Languages, clinicName: string | null) => ReactNode;
}

/** Provides the copy of one language, and switches languages without losing anything on the page. */
export function CopyRoot({ first, list, isUnsent = false, children }: Props) {
  const [copy, setCopy] = useState(first);
  const [chosen, setChosen] = useState(isUnsent ? first.language.id : null);
  const wanted = useRef(first.language.id);
  const isChosen = useRef(isUnsent);
  const { id, tag, direction } = copy.language;

  // Runs in the same frame as the new text; otherwise the page would jump when the direction changes.
  useLayoutEffect(() => {
    const root = document.documentElement;
    [root.lang, root.dir, document.title] = [tag, direction, copy.form.upload()];
    list.labels[0]!.textContent = copy.languages.label();
    list.value = id;
  });

  /** Switches to a language; the last of several calls wins. If the catalogue does not load, the page is unchanged. */
  const show = useCallback(
    async (next: string): Promise<void> => {
      wanted.current = next;
      try {
        const [page, later] = await Promise.all([loadPatientCopy(next), loadLaterCopy(next)]);
        if (wanted.current === next) setCopy(withLater(page, later));
      } catch {
        setCopy((shown) => ({ ...shown }));
      }
    },
    [setCopy],
  );

  useEffect(() => {
    list.disabled = false;
    list.onchange = () => {
      isChosen.current = true;
      rememberLanguage(list.value);
      setChosen(list.value);
      void show(list.value);
    };
  }, [list, show]);

  const offer = useCallback(
    async (ofLink: string | null): Promise<void> => {
      const isOffered = [...list.options].some(({ value }) => value === ofLink);
      if (ofLink && isOffered && ofLink !== wanted.current && !isChosen.current) await show(ofLink);
    },
    [list, show],
  );

  const complete = useCallback(
    () =>
      loadLaterCopy(id).then(
        (later) => setCopy((shown) => (shown.language.id === id ? withLater(shown, later) : shown)),
        () => undefined,
      ),
    [id],
  );

  return (
    <CopyProvider value={copy}>{children({ chosen, offer, complete }, clinicNameIn(list, id))}</CopyProvider>
  );
}
