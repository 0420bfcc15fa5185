import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useOpenOriginal } from './use-open-original.js';

interface Props {
  /** The document, and its signed URL. */
  id: string;
  url: string;
  label: string;
}

/** Opens the stored file itself in a new tab; the audit records it. */
export function OriginalLink({ id, url, label }: Props) {
  const open = useOpenOriginal({ id, file_url: url });
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      onClick={open}
      // The middle mouse button opens a tab as well.
      onAuxClick={(event) => event.button === 1 && open(event)}
      variant="default"
      size="sm"
      leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}
