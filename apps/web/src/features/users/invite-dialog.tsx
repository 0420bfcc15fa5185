import { inviteUserBody, messages, sentencesByField } from '@caredrop/contracts';
import { Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isOutcomeUnknown, isProofCancelled } from '../../shared/api/api-error.js';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useInviteUserMutation, type Invitation } from './users.api.js';

type Problems = Partial<Record<keyof Invitation, string>>;

function problemsOf(values: Invitation): Problems {
  const parsed = inviteUserBody.safeParse({ ...values, email: values.email.trim() });
  return parsed.success ? {} : sentencesByField(parsed.error);
}

/** Invites a clinician, who receives an email with a link to set a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState<Invitation>({ firstName: '', lastName: '', email: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [invite, { isLoading, error }] = useInviteUserMutation();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const found = problemsOf(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const invitation = { ...values, email: values.email.trim() };
    const response = await invite(invitation);
    if (response.error) return toast.serverFirst(response.error, messages.user.inviteFailed);
    toast.success(messages.user.invited(invitation.email), { after: messages.user.inviteFailed });
    onClose();
  };
  const field = (name: keyof Invitation) => ({
    value: values[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Dialog opened title={copy.invite.title} busy={isLoading} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          {error && !isProofCancelled(error) && !isLoading && (
            <Notice tone="danger">
              {isOutcomeUnknown(error) ? copy.invite.unknown : copy.invite.failed}
            </Notice>
          )}
          <TextInput label={copy.invite.firstName} data-autofocus {...field('firstName')} />
          <TextInput label={copy.invite.lastName} {...field('lastName')} />
          <TextInput
            label={copy.invite.email}
            type="email"
            description={copy.invite.emailHint}
            {...field('email')}
          />
          <DialogButtons
            onCancel={onClose}
            type="submit"
            busy={isLoading}
            label={copy.invite.submit}
            loadingLabel={copy.invite.submitting}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
