import { fields, text } from '../answers.js';
import { useCopy } from '../copy-context.js';

/** What the clinic has written in one language. */
interface Written {
  language: string;
  direction: 'ltr' | 'rtl';
  text: string;
}

/** What the clinic asks for, with the part of the page that shows it. */
export interface OpenedInstructions {
  /** The clinic's default language first. */
  texts: Written[];
  Text: typeof Instructions;
}

/** Reads the instructions without trusting them; null when there are none. */
export function openInstructions(data: unknown): OpenedInstructions | null {
  const texts = (Array.isArray(data) ? data : []).map(fields).flatMap(toWritten);
  return texts.length > 0 ? { texts, Text: Instructions } : null;
}

function toWritten({ language, direction, text: words }: Record<string, unknown>): Written[] {
  const [written, id] = [text(words), text(language)];
  return written && id
    ? [{ language: id, direction: direction === 'rtl' ? 'rtl' : 'ltr', text: written }]
    : [];
}

/** In the language of the page if the clinic has written in it, otherwise in its default language. */
export function Instructions({ texts }: { texts: Written[] }) {
  const { id } = useCopy().language;
  const shown = texts.find(({ language }) => language === id) ?? texts[0];
  return (
    shown && (
      <p className="notice fixable instructions" lang={shown.language} dir={shown.direction}>
        {shown.text}
      </p>
    )
  );
}
