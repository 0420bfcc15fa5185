import { errors, IN_DOUBT, limits, messages, smsSegments } from '@caredrop/contracts';
import type { Reminders } from '@caredrop/contracts';
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError, isOutcomeUnknown } from '../../shared/api/api-error.js';
import { uploadLink } from '../../shared/config/paths.js';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { useIdempotencyKey } from '../../shared/lib/use-idempotency-key.js';
import { useDraft } from '../../shared/lib/use-draft.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { LanguageField, useKnownLanguage } from './language-field.js';
import { ReminderField } from './reminder-field.js';
import { useRemindersQuery, useSendSmsMutation, useTokenDefaultsQuery } from './tokens.api.js';
import { copy as later } from './send-later/copy.js';
import { SendTimeField } from './send-later/send-time-field.js';
import { sendNow, useSendTime, type SendTime } from './send-later/use-send-time.js';
import type { TokenInHand } from './token-dialogs.js';

interface Props {
  token: TokenInHand;
  onClose: () => void;
}

interface Values {
  phoneNumber: string;
  /** The clinician's own text; null for the default text in the chosen language. */
  customMessage: string | null;
  language: string;
  reminders: boolean;
  time: SendTime;
}

/** Whether the provider rejected the text: for the same key, the server would only repeat the rejection. */
const isRefused = (error: unknown) =>
  isApiError(error) && error.code === 'sms_refused' && error.params.reason !== IN_DOUBT;

/** Sends the link to a patient's phone. Opens when the default texts have loaded, or have failed to load. */
export function SendSmsDialog({ token, onClose }: Props) {
  const { data: plan, isLoading } = useRemindersQuery(token.id);
  const defaults = useTokenDefaultsQuery();
  if (isLoading || defaults.isLoading) return null;
  return <SmsForm token={token} plan={plan} usual={defaults.data?.languages[0]} onClose={onClose} />;
}

/** Number and text stay when sending fails. */
function SmsForm({ token, plan, usual, onClose }: Props & { plan?: Reminders; usual?: string }) {
  const form = `sms:${token.id}`;
  const known = useKnownLanguage(token);
  const { values, change, clear } = useDraft<Values>(form, {
    phoneNumber: token.smsPhoneNumber ?? '',
    customMessage: null,
    language: known,
    reminders: true,
    time: sendNow,
  });
  const link = uploadLink(token.token);
  const usualText = (plan?.texts[values.language || known || (usual ?? '')] ?? '').replace('{link}', link);
  const text = values.customMessage ?? usualText;
  const days = plan?.ifTextedNow.map((time) => formatWeekday(time, plan.timeZone)) ?? [];
  const { keyFor, forget } = useIdempotencyKey({ form });
  const time = useSendTime(values.time, (chosen) => change({ time: chosen }));
  const [phoneProblem, setPhoneProblem] = useState<string>();
  const [send, { isLoading, error }] = useSendSmsMutation();

  const close = () => {
    clear();
    forget();
    onClose();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const missing = values.phoneNumber.trim() === '';
    setPhoneProblem(missing ? errors.phone_required.text : undefined);
    if (missing || !time.check()) return;
    const { time: _time, ...input } = values;
    const body = {
      ...input,
      phoneNumber: values.phoneNumber.trim(),
      // Plans reminders only if they were offered.
      reminders: values.reminders && days.length > 0,
      sendAt: time.sendAt,
    };
    const response = await send({ id: token.id, key: keyFor(body), ...body });
    if (isRefused(response.error)) forget();
    if (isApiError(response.error) && response.error.code === 'phone_invalid')
      setPhoneProblem(copy.sms.refused);
    if (response.error) return toast.serverFirst(response.error, messages.sms.failed);
    toast.success(time.later ? messages.schedule.set : messages.sms.sent, { after: messages.sms.failed });
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
          {error && !isLoading && (
            <Notice tone="danger">
              {isOutcomeUnknown(error) && !isRefused(error) ? copy.sms.unknown : copy.sms.failed}
            </Notice>
          )}
          <TextInput
            label={copy.sms.phone}
            description={copy.sms.phoneHelp}
            type="tel"
            autoComplete="off"
            placeholder={copy.sms.phoneExample}
            data-autofocus
            value={values.phoneNumber}
            onChange={(event) => {
              setPhoneProblem(undefined);
              change({ phoneNumber: event.currentTarget.value });
            }}
            error={phoneProblem}
          />
          <LanguageField
            value={values.language || known}
            isKnown={known !== ''}
            onChange={(language) => change({ language })}
          />
          <Textarea
            label={copy.sms.message}
            description={copy.sms.size(text.length, smsSegments(text))}
            placeholder={copy.sms.placeholder}
            dir="auto"
            autosize
            minRows={4}
            maxRows={10}
            maxLength={limits.smsTextMax}
            value={text}
            onChange={(event) => change({ customMessage: event.currentTarget.value })}
          />
          {values.customMessage !== null && values.customMessage !== usualText && usualText !== '' && (
            <Group gap={8} role="status">
              <Text size="sm">{copy.sms.ownKept}</Text>
              <Button variant="default" size="compact-sm" onClick={() => change({ customMessage: null })}>
                {copy.sms.useUsual}
              </Button>
            </Group>
          )}
          {!text.includes(link) && text.trim() !== '' && (
            <Notice tone="warning">{copy.sms.linkMissing}</Notice>
          )}
          <ReminderField
            days={days}
            channel="sms"
            later={time.later}
            checked={values.reminders}
            onChange={(reminders) => change({ reminders })}
          />
          <SendTimeField state={time} scheduled={token.scheduled?.sms} />
          <DialogButtons
            onCancel={close}
            type="submit"
            busy={isLoading}
            disabled={values.phoneNumber === ''}
            label={time.later ? later.submit : copy.sms.submit}
            loadingLabel={time.later ? later.submitting : copy.sms.submitting}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
