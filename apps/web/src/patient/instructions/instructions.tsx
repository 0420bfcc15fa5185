import { useCopy } from '../copy-context.js';
import { readWritten, writtenIn, type Written } from './written.js';

/** The clinic's instructions, with the component that shows them. */
export interface OpenedInstructions {
  /** The clinic's default language first. */
  texts: Written[];
  Text: typeof Instructions;
}

/** Reads the instructions without trusting them; null when there are none. */
export function openInstructions(data: unknown): OpenedInstructions | null {
  const texts = readWritten(data);
  return texts.length > 0 ? { texts, Text: Instructions } : null;
}

/** Shows the instructions in the page's language if they exist in it, otherwise in the clinic's default language. */
export function Instructions({ texts }: { texts: Written[] }) {
  const shown = writtenIn(texts, useCopy().language.id);
  return (
    shown && (
      <p className="notice fixable instructions" lang={shown.language} dir={shown.direction}>
        {shown.text}
      </p>
    )
  );
}
