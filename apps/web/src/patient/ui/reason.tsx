import { failureText, type Failure } from '@caredrop/patient-copy';
import { useCopy } from '../copy-context.js';

/** The sentence for a failure, marked as English if the page's language has none. */
export function Reason({ of }: { of: Failure }) {
  const { text, lang } = failureText(useCopy(), of);
  if (!lang) return text;
  return (
    <span lang={lang} dir="ltr">
      {text}
    </span>
  );
}
