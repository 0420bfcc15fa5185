import type { Token } from '@caredrop/contracts';
import { lazy, Suspense, useCallback, useState } from 'react';
import { RevokeDialog } from './revoke-dialog.js';

const SendSmsDialog = lazy(async () => ({ default: (await import('./send-sms-dialog.js')).SendSmsDialog }));

/** What the dialogs need to know about a token; lists and details both have it. */
export type TokenInHand = Pick<Token, 'id' | 'token' | 'patient_ref_id' | 'hasSMS' | 'smsPhoneNumber'>;

type Open = { kind: 'revoke' | 'sms'; token: TokenInHand } | null;

/** The dialogs opened by a token's actions; render `element` anywhere in the page. */
export function useTokenDialogs() {
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => setOpen(null), []);
  return {
    revoke: (token: TokenInHand) => setOpen({ kind: 'revoke', token }),
    sendSms: (token: TokenInHand) => setOpen({ kind: 'sms', token }),
    element: (
      <Suspense fallback={null}>
        {open?.kind === 'revoke' && <RevokeDialog key={open.token.id} token={open.token} onClose={close} />}
        {open?.kind === 'sms' && <SendSmsDialog key={open.token.id} token={open.token} onClose={close} />}
      </Suspense>
    ),
  };
}
