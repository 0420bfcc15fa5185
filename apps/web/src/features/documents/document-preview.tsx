import { messages, type Document } from '@caredrop/contracts';
import { Anchor, Button, Group } from '@mantine/core';
import { IconExternalLink, IconFile, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { copy } from './copy.js';
import classes from './document-preview.module.css';
import { kindOf } from './document-rules.js';

interface Props {
  document: Document;
  /** Requests a new signed URL; called once when the current one does not load. */
  onOldUrl: () => void;
}

/** The document itself if the browser can show it: a PDF in a frame, or an image; otherwise a sentence. */
export function DocumentPreview({ document, onOldUrl }: Props) {
  const kind = kindOf(document);
  if (document.file_url === null)
    return <Blank label={document.lost ? messages.document.lost : messages.document.beingChecked} />;
  if (kind === 'pdf') return <Pdf url={document.file_url} name={document.file_name} />;
  if (kind === 'image') {
    return <Picture url={document.file_url} name={document.file_name} onOldUrl={onOldUrl} />;
  }
  return <Blank label={messages.document.noPreview} />;
}

const Blank = ({ label, image }: { label: string; image?: boolean }) => (
  <div className={classes.blank}>
    {image ? (
      <IconPhotoOff size={36} stroke={1.5} aria-hidden="true" />
    ) : (
      <IconFile size={36} stroke={1.5} aria-hidden="true" />
    )}
    <span>{label}</span>
  </div>
);

/** An iframe, not embed or object: those obey `object-src` and stay blank. */
function Pdf({ url, name }: { url: string; name: string }) {
  return (
    <div className={classes.frame}>
      <iframe src={`${url}#view=FitH&navpanes=0`} title={copy.preview.frame(name)} className={classes.pdf} />
      <p className={classes.fallback}>
        {copy.preview.empty}{' '}
        <Anchor underline="always" href={url} target="_blank" rel="noreferrer" inherit>
          {copy.preview.openInTab}
        </Anchor>
        .
      </p>
    </div>
  );
}

function Picture({ url, name, onOldUrl }: { url: string; name: string; onOldUrl: () => void }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [renewed, setRenewed] = useState(false);
  const failed = () => {
    setFailedUrl(url);
    if (renewed) return;
    setRenewed(true);
    onOldUrl();
  };
  return (
    <div className={classes.frame}>
      {failedUrl === url ? (
        <Blank label={messages.document.imageFailed} image />
      ) : (
        <img src={url} alt={name} className={classes.picture} onError={failed} />
      )}
      <Group justify="center" p={12}>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
        >
          {copy.preview.fullSize}
        </Button>
      </Group>
    </div>
  );
}
