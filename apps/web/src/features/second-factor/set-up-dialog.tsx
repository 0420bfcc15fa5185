import { messages } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { ProveForm } from './prove-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { fieldErrors, isAboutField } from './rejection.js';
import { useConfirmEnrolmentMutation, useEnrolMutation } from './second-factor.api.js';
import classes from './second-factor.module.css';
import { SetUpApp } from './set-up-app.js';
import { useChangeFailure } from './use-change-failure.js';

/**
 * Asks for the password, sets up the app, and shows the recovery codes. `replacing`: another phone replaces the current
 * one; a code from the current one, or a recovery code, is then required as well.
 */
export function SetUpDialog({ replacing, onClose }: { replacing: boolean; onClose: () => void }) {
  const [enrol, enrolling] = useEnrolMutation();
  const [confirm, confirming] = useConfirmEnrolmentMutation();
  const { mayBeMade, failed } = useChangeFailure();
  const [codes, setCodes] = useState<string[] | null>(null);
  const busy = enrolling.isLoading || confirming.isLoading;

  const begin = async (proof: { password: string; code?: string }) => {
    const { error } = await enrol(proof);
    if (error && !isAboutField(error)) toast.failure(error, messages.secondFactor.changeFailed);
  };
  const finish = async (code: string) => {
    const { data, error } = await confirm({ code });
    if (!data) return failed(error);
    toast.success(messages.secondFactor.turnedOn);
    setCodes(data);
  };
  const title = codes ? copy.keepCodes : replacing ? copy.replace : copy.setUp;
  return (
    <Dialog opened title={title} busy={busy || codes !== null} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : enrolling.data ? (
        <Stack gap={16}>
          {mayBeMade && !busy && (
            <Notice tone="danger">
              {replacing ? copy.setUpDialog.replacingUnknown : copy.setUpDialog.unknown}
            </Notice>
          )}
          <SetUpApp
            enrolment={enrolling.data}
            problem={fieldErrors(confirming.error).code}
            busy={busy}
            onCode={(code) => void finish(code)}
          />
        </Stack>
      ) : (
        <Stack gap={16}>
          <p className={classes.plain}>{replacing ? copy.setUpDialog.replacing : copy.setUpDialog.first}</p>
          <ProveForm
            withCode={replacing}
            error={enrolling.error}
            busy={busy}
            label={copy.goOn}
            onProof={(proof) => void begin(proof)}
          />
        </Stack>
      )}
    </Dialog>
  );
}
