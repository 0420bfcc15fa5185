import { messages } from '@caredrop/contracts';
import { useState } from 'react';
import { uploadLink } from '../../shared/config/paths.js';
import { copyText } from '../../shared/lib/copy-text.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';

/**
 * Copies a token's link. If the browser does not allow that, the link is shown on the page as text to copy by hand:
 * render `byHand` near the button.
 */
export function useCopyLink(success: string = messages.link.copied) {
  const [refused, setRefused] = useState<string | null>(null);
  const copyLink = async (token: string) => {
    const link = uploadLink(token);
    const copied = await copyText(link);
    setRefused(copied ? null : link);
    if (copied) toast.success(success);
    else toast.error(messages.link.copyFailed);
  };
  const byHand = refused && (
    <Notice tone="warning">
      {copy.copyByHand} <code>{refused}</code>
    </Notice>
  );
  return { copyLink, byHand };
}
