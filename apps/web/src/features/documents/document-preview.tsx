import { messages, type Document } from '@caredrop/contracts';
import { lazy, Suspense } from 'react';
import { ListSkeleton } from '../../shared/ui/states.js';
import { Blank } from './blank.js';
import { kindOf } from './document-rules.js';
import type { Renewal } from './viewer/use-picture-failure.js';

const DocumentViewer = lazy(async () => ({
  default: (await import('./viewer/document-viewer.js')).DocumentViewer,
}));

interface Props {
  document: Document;
  renewal: Renewal;
}

/** Shows a safe copy of a PDF or an image, or a sentence that says why there is none. */
export function DocumentPreview({ document, renewal }: Props) {
  const { file_url: url } = document;
  if (url === null)
    return <Blank>{document.lost ? messages.document.lost : messages.document.beingChecked}</Blank>;
  if (kindOf(document) === 'other') return <Blank>{messages.document.noPreview}</Blank>;
  return (
    <Suspense fallback={<ListSkeleton />}>
      <DocumentViewer document={document} url={url} renewal={renewal} />
    </Suspense>
  );
}
