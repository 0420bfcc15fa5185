import { loadAgainCopy, type AgainCopy } from '@caredrop/patient-copy';
import { useEffect, useState } from 'react';
import { useCopy } from '../copy-context.js';

interface Props {
  reason: string;
  words: string | null;
}

/** Above the form: why the clinic asks for the document again. An unknown reason is shown as a request. */
export function AgainNote({ reason, words }: Props) {
  const again = useAgainCopy(useCopy().language.id);
  if (!again) return null;
  const sentence = Object.hasOwn(again, reason) ? again[reason as keyof AgainCopy] : again.own_words;
  return (
    <div className="notice warning again" role="note">
      <p>
        <strong>{sentence()}</strong>
      </p>
      {words && <p dir="auto">{words}</p>}
    </div>
  );
}

/** Those of the language before while a new one loads, or if it cannot be loaded. */
function useAgainCopy(language: string): AgainCopy | null {
  const [copy, setCopy] = useState<AgainCopy | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (loaded: AgainCopy) => isWanted && setCopy(loaded);
    loadAgainCopy(language).then(show, () => loadAgainCopy('en').then(show, () => undefined));
    return () => {
      isWanted = false;
    };
  }, [language]);
  return copy;
}
