import type { AttentionToken } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { useNow } from '../../shared/lib/use-now.js';
import { optionalPart } from '../../shared/ui/optional-part.js';
import { copy } from './copy.js';
import { useTokenDialogs } from './token-dialogs.js';
import { hasText, statusAt } from './token-rules.js';

const EndProblem = optionalPart(async () => (await import('./end-problem.js')).EndProblem);

/** The one action for a link that needs attention; render `element` anywhere in the page. */
export function useAttentionAction(): { action: (item: AttentionToken) => ReactNode; element: ReactNode } {
  const dialogs = useTokenDialogs();
  const now = useNow();
  const button = (label: string, onClick: () => void) => (
    <Button variant="light" size="compact-md" onClick={onClick}>
      {label}
    </Button>
  );
  const action = (item: AttentionToken) => {
    const { reason, token } = item;
    if (reason === 'problem' || item.checkGone)
      return (
        <Suspense fallback={null}>
          <EndProblem item={item} />
        </Suspense>
      );
    if (statusAt(token, now) !== 'active') return button(copy.actions.sendNew, () => dialogs.reissue(token));
    if (reason === 'ending') return button(copy.actions.extend, () => dialogs.extend(token));
    if (reason === 'email_failed' || (token.emailStatus && !hasText(token)))
      return button(copy.actions.resendEmail, () => dialogs.sendEmail(token));
    const label = token.hasSMS ? copy.actions.resendSms : copy.actions.sendSms;
    return button(label, () => dialogs.sendSms(token));
  };
  return { action, element: dialogs.element };
}
