import { messages, type Document } from '@caredrop/contracts';
import { IconFile } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { ListSkeleton } from '../../shared/ui/states.js';
import classes from './document-preview.module.css';
import { kindOf } from './document-rules.js';

const DocumentViewer = lazy(async () => ({
  default: (await import('./viewer/document-viewer.js')).DocumentViewer,
}));

interface Props {
  document: Document;
  /** Requests a new signed URL; called once when the current one does not load. */
  onOldUrl: () => void;
}

/** A safe copy of a PDF or an image; otherwise a sentence. */
export function DocumentPreview({ document, onOldUrl }: Props) {
  const { file_url: url } = document;
  if (url === null)
    return <Blank label={document.lost ? messages.document.lost : messages.document.beingChecked} />;
  if (kindOf(document) === 'other') return <Blank label={messages.document.noPreview} />;
  return (
    <Suspense fallback={<ListSkeleton />}>
      <DocumentViewer document={document} url={url} onOldUrl={onOldUrl} />
    </Suspense>
  );
}

const Blank = ({ label }: { label: string }) => (
  <div className={classes.blank}>
    <IconFile size={36} stroke={1.5} aria-hidden="true" />
    <span>{label}</span>
  </div>
);
