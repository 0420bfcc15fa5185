import type { Token } from '@caredrop/contracts';
import { lazy, Suspense, useCallback, useState } from 'react';

const RevokeDialog = lazy(async () => ({ default: (await import('./revoke-dialog.js')).RevokeDialog }));
const SendSmsDialog = lazy(async () => ({ default: (await import('./send-sms-dialog.js')).SendSmsDialog }));
const SendEmailDialog = lazy(async () => ({
  default: (await import('./send-email-dialog.js')).SendEmailDialog,
}));
const ReissueDialog = lazy(async () => ({ default: (await import('./reissue-dialog.js')).ReissueDialog }));
const ExtendDialog = lazy(async () => ({ default: (await import('./extend-dialog.js')).ExtendDialog }));

const SheetDialog = lazy(async () => ({ default: (await import('./sheet-dialog.js')).SheetDialog }));

/** Token fields that the dialogs need; lists and details both have them. */
export type TokenInHand = Pick<
  Token,
  | 'id'
  | 'token'
  | 'patient_ref_id'
  | 'status'
  | 'expires_at'
  | 'hasSMS'
  | 'smsStatus'
  | 'smsPhoneNumber'
  | 'phoneEnding'
  | 'emailHint'
  | 'emailStatus'
  | 'emailAddress'
  | 'language'
  | 'scheduled'
  | 'request'
  | 'problem'
>;

type Open = { kind: 'revoke' | 'sms' | 'email' | 'reissue' | 'extend' | 'sheet'; token: TokenInHand } | null;

/** The dialogs opened by a token's actions; render `element` anywhere in the page. */
export function useTokenDialogs() {
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => setOpen(null), []);
  return {
    revoke: (token: TokenInHand) => setOpen({ kind: 'revoke', token }),
    reissue: (token: TokenInHand) => setOpen({ kind: 'reissue', token }),
    extend: (token: TokenInHand) => setOpen({ kind: 'extend', token }),
    sheet: (token: TokenInHand) => setOpen({ kind: 'sheet', token }),
    sendSms: (token: TokenInHand) => setOpen({ kind: 'sms', token }),
    sendEmail: (token: TokenInHand) => setOpen({ kind: 'email', token }),
    element: (
      <Suspense fallback={null}>
        {open?.kind === 'revoke' && <RevokeDialog key={open.token.id} token={open.token} onClose={close} />}
        {open?.kind === 'sms' && <SendSmsDialog key={open.token.id} token={open.token} onClose={close} />}
        {open?.kind === 'email' && <SendEmailDialog key={open.token.id} token={open.token} onClose={close} />}
        {open?.kind === 'reissue' && <ReissueDialog key={open.token.id} token={open.token} onClose={close} />}
        {open?.kind === 'extend' && <ExtendDialog key={open.token.id} token={open.token} onClose={close} />}
        {open?.kind === 'sheet' && <SheetDialog key={open.token.id} token={open.token} onClose={close} />}
      </Suspense>
    ),
  };
}
