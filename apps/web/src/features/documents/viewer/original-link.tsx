import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

/** Opens the stored file itself in a new tab; the audit records it. */
export const OriginalLink = ({ url, label }: { url: string; label: string }) => (
  <Button
    component="a"
    href={url}
    target="_blank"
    rel="noreferrer"
    variant="default"
    size="sm"
    leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
  >
    {label}
  </Button>
);
