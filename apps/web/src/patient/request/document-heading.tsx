import { useCopy } from '../copy-context.js';
import { writtenIn, type Written } from '../instructions/written.js';
import { useFocusOnAttention } from '../ui/use-focus.js';

interface Props {
  /** Such as "Document 2 of 3". */
  place: string;
  /** Empty when it is not known. */
  label: Written[];
  /** With a number above 0, the heading takes the focus when it appears. */
  attention?: number;
}

/** Names the document of a request that the page is about. */
export function DocumentHeading({ place, label, attention = 0 }: Props) {
  const heading = useFocusOnAttention<HTMLHeadingElement>(attention);
  return (
    <h2 className="document-heading" ref={heading} tabIndex={-1}>
      <span className="muted">{place}</span>
      <Label texts={label} />
    </h2>
  );
}

/** The clinic's name for a document, in the language of the page if it has one. */
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
