import { errors, limits, messages } from '@caredrop/contracts';
import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { defaultLanguage, loadPatientCopy } from '@caredrop/patient-copy';
import { use, useState, type SubmitEvent } from 'react';
import { uploadLink } from '../../shared/config/paths.js';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { useDraft } from '../../shared/lib/use-draft.js';
import { BusyButton, Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { smsSegments } from './sms-segments.js';
import { useRemindersQuery, useSendSmsMutation } from './tokens.api.js';
import type { TokenInHand } from './token-dialogs.js';

/**
 * Sends the link to a patient's phone; number and text stay when it fails. Suspends until the patients' sentences have
 * loaded.
 */
export function SendSmsDialog({ token, onClose }: { token: TokenInHand; onClose: () => void }) {
  const { sms } = use(loadPatientCopy(defaultLanguage.id));
  const { values, change, clear } = useDraft(`sms:${token.id}`, {
    phoneNumber: token.smsPhoneNumber ?? '',
    customMessage: sms.invitation({ link: uploadLink(token.token) }),
    reminders: true,
  });
  const { data: plan } = useRemindersQuery(token.id);
  const days = plan?.ifTextedNow.map((time) => formatWeekday(time, plan.timeZone)) ?? [];
  const [phoneMissing, setPhoneMissing] = useState(false);
  const [send, { isLoading, error }] = useSendSmsMutation();

  const close = () => {
    clear();
    onClose();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const missing = values.phoneNumber.trim() === '';
    setPhoneMissing(missing);
    if (missing) return;
    const answer = await send({
      id: token.id,
      ...values,
      phoneNumber: values.phoneNumber.trim(),
      // Only reminders that were shown.
      reminders: values.reminders && days.length > 0,
    });
    if (answer.error) return toast.serverFirst(answer.error, messages.sms.failed);
    toast.success(messages.sms.sent);
    close();
  };

  return (
    <Dialog
      opened
      title={token.hasSMS ? copy.sms.resendTitle : copy.sms.sendTitle}
      busy={isLoading}
      onClose={close}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {error && !isLoading && <Notice tone="danger">{copy.sms.failed}</Notice>}
          <TextInput
            label={copy.sms.phone}
            description={copy.sms.phoneHelp}
            type="tel"
            autoComplete="off"
            placeholder={copy.sms.phoneExample}
            data-autofocus
            value={values.phoneNumber}
            onChange={(event) => change({ phoneNumber: event.currentTarget.value })}
            error={phoneMissing && values.phoneNumber.trim() === '' ? errors.phone_required.text : undefined}
          />
          <Textarea
            label={copy.sms.message}
            description={copy.sms.size(values.customMessage.length, smsSegments(values.customMessage))}
            autosize
            minRows={4}
            maxRows={10}
            maxLength={limits.smsTextMax}
            value={values.customMessage}
            onChange={(event) => change({ customMessage: event.currentTarget.value })}
          />
          {!values.customMessage.includes(uploadLink(token.token)) && values.customMessage.trim() !== '' && (
            <Notice tone="warning">{copy.sms.linkMissing}</Notice>
          )}
          {days.length > 0 && (
            <Checkbox
              label={copy.sms.reminders(days)}
              description={copy.sms.remindersHelp}
              checked={values.reminders}
              onChange={(event) => change({ reminders: event.currentTarget.checked })}
            />
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close} disabled={isLoading}>
              {copy.cancel}
            </Button>
            <BusyButton
              type="submit"
              busy={isLoading}
              disabled={values.phoneNumber === ''}
              label={copy.sms.submit}
              loadingLabel={copy.sms.submitting}
            />
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
