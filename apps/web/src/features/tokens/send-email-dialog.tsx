import { messages, sendEmailBody, sentencesByField, type Reminders } from '@caredrop/contracts';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError, isOutcomeUnknown } from '../../shared/api/api-error.js';
import { useIdempotencyKey } from '../../shared/lib/use-idempotency-key.js';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { useDraft } from '../../shared/lib/use-draft.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { LanguageField, useKnownLanguage } from './language-field.js';
import { ReminderField } from './reminder-field.js';
import { copy as later } from './send-later/copy.js';
import { SendTimeField } from './send-later/send-time-field.js';
import { sendNow, useSendTime } from './send-later/use-send-time.js';
import type { TokenInHand } from './token-dialogs.js';
import { hasText } from './token-rules.js';
import { useRemindersQuery, useSendEmailMutation } from './tokens.api.js';

interface Props {
  token: TokenInHand;
  onClose: () => void;
}

/** Emails the link to a patient. Opens when the days of the reminders have loaded, or have failed to load. */
export function SendEmailDialog({ token, onClose }: Props) {
  const { data: plan, isLoading } = useRemindersQuery(token.id);
  return isLoading ? null : <EmailForm token={token} plan={plan} onClose={onClose} />;
}

/** The address stays when sending fails. */
function EmailForm({ token, plan, onClose }: Props & { plan: Reminders | undefined }) {
  const form = `email:${token.id}`;
  const known = useKnownLanguage(token);
  const { values, change, clear } = useDraft(form, {
    email: token.emailAddress ?? '',
    language: known,
    reminders: true,
    time: sendNow,
  });
  // Patients whose link was texted are reminded by text.
  const days =
    plan && !hasText(token) ? plan.ifTextedNow.map((time) => formatWeekday(time, plan.timeZone)) : [];
  const { keyFor, forget } = useIdempotencyKey({ form });
  const time = useSendTime(values.time, (chosen) => change({ time: chosen }));
  const [problem, setProblem] = useState<string>();
  const [send, { isLoading, error }] = useSendEmailMutation();

  const close = () => {
    clear();
    forget();
    onClose();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const parsed = sendEmailBody.safeParse(values);
    setProblem(parsed.success ? undefined : sentencesByField(parsed.error).email);
    if (!parsed.success || !time.check()) return;
    // Plans reminders only if they were offered.
    const reminders = values.reminders && days.length > 0;
    const body = { ...parsed.data, reminders, sendAt: time.sendAt };
    const response = await send({ id: token.id, key: keyFor(body), ...body });
    if (isApiError(response.error) && response.error.code === 'email_address_invalid')
      setProblem(copy.email.refused);
    if (response.error) return toast.serverFirst(response.error, messages.email.failed);
    toast.success(time.later ? messages.schedule.set : messages.email.queued, {
      after: messages.email.failed,
    });
    close();
  };

  return (
    <Dialog
      opened
      title={token.emailStatus ? copy.email.resendTitle : copy.email.sendTitle}
      busy={isLoading}
      onClose={close}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {error && !isLoading && (
            <Notice tone="danger">{isOutcomeUnknown(error) ? copy.email.unknown : copy.email.failed}</Notice>
          )}
          <TextInput
            label={copy.email.address}
            description={copy.email.addressHelp}
            type="email"
            autoComplete="off"
            data-autofocus
            value={values.email}
            onChange={(event) => {
              setProblem(undefined);
              change({ email: event.currentTarget.value });
            }}
            error={problem}
          />
          <LanguageField
            value={values.language || known}
            isKnown={known !== ''}
            onChange={(language) => change({ language })}
          />
          <Text size="sm" c="dimmed">
            {copy.email.what}
          </Text>
          <ReminderField
            days={days}
            channel="email"
            later={time.later}
            checked={values.reminders}
            onChange={(reminders) => change({ reminders })}
          />
          <SendTimeField state={time} scheduled={token.scheduled?.email} />
          <DialogButtons
            onCancel={close}
            type="submit"
            busy={isLoading}
            disabled={values.email === ''}
            label={time.later ? later.submit : copy.email.submit}
            loadingLabel={time.later ? later.submitting : copy.email.submitting}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
