import { useCopy } from '../copy-context.js';
import { writtenIn, type Written } from '../instructions/written.js';
import { useFocusOnAttention } from '../ui/use-focus.js';

interface Props {
  /** Such as "Document 2 of 3". */
  place: string;
  /** Empty when it is not known. */
  label: Written[];
  /** Takes the focus when it appears with a number above 0. */
  attention?: number;
}

/** Which document of a request the page is about. */
export function DocumentHeading({ place, label, attention = 0 }: Props) {
  const heading = useFocusOnAttention<HTMLHeadingElement>(attention);
  return (
    <h2 className="document-heading" ref={heading} tabIndex={-1}>
      <span className="muted">{place}</span>
      <Label texts={label} />
    </h2>
  );
}

/** The clinic's name for a document, in the language of the page if there is one. */
export function Label({ texts }: { texts: Written[] }) {
  const shown = writtenIn(texts, useCopy().language.id);
  return (
    shown && (
      <span className="document-label" lang={shown.language} dir={shown.direction}>
        {shown.text}
      </span>
    )
  );
}
