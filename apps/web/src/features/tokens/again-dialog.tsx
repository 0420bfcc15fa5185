import {
  AGAIN_WORDS_MAX,
  againReasons,
  type AgainReason,
  type AskAgain,
  type Document,
  type ReissueResponse,
} from '@caredrop/contracts';
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isApiError, isOutcomeUnknown } from '../../shared/api/api-error.js';
import { useIdempotencyKey } from '../../shared/lib/use-idempotency-key.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { AgainContact, type ContactProblems } from './again-contact.js';
import { againCopy as copy } from './again-copy.js';
import { dialogCopy } from './dialog-copy.js';
import { MadeLink } from './reissue-dialog.js';
import { useReplacementReminders } from './replacement-reminders.js';
import { useSendAskAgainMutation } from './token-changes.api.js';
import { isOnItsWay } from './token-rules.js';

interface Props {
  document: Document;
  again: AskAgain;
  onClose: () => void;
}

/**
 * Asks the patient for a document again, with a reason, by the channels through which they got the link, or by text if
 * there were none. Shows the text message that the patient will receive, if any, without the value of the new link.
 */
export function AgainDialog({ document, again, onClose }: Props) {
  const { texts, phoneEnding, emailHint, channels = ['sms'] } = again;
  const { keyFor } = useIdempotencyKey();
  const [made, setMade] = useState<ReissueResponse>();
  const [reason, setReason] = useState<AgainReason>('blurred');
  const [words, setWords] = useState('');
  const [contact, setContact] = useState({ sms: '', email: '' });
  const [wordsMissing, setWordsMissing] = useState(false);
  const [problems, setProblems] = useState<ContactProblems>({});
  const [sending, setSending] = useState(false);
  const [ask, { isLoading }] = useSendAskAgainMutation();
  const isEmailed = channels.includes('email');
  const { reminders, field } = useReplacementReminders(
    document.token_id,
    channels.includes('sms') ? 'sms' : 'email',
  );
  const isReachable = Boolean(phoneEnding || emailHint || contact.sms.trim() || contact.email.trim());

  const start = async (send: boolean) => {
    if (reason === 'own_words' && words.trim() === '') return setWordsMissing(true);
    if (send && !isReachable)
      return setProblems({ [channels[0] ?? 'sms']: isEmailed ? copy.contactMissing : copy.phoneMissing });
    setSending(send);
    const to = { phoneNumber: contact.sms || null, email: contact.email || null };
    const body = { reason, words: words || null, send, ...to, ...(reminders !== undefined && { reminders }) };
    const response = await ask({ id: document.token_id, key: keyFor(body), ...body });
    if (isApiError(response.error) && response.error.code === 'email_address_invalid')
      setProblems({ email: dialogCopy.email.refused });
    if (!response.data)
      return toast.serverFirst(response.error, isOutcomeUnknown(response.error) ? copy.unknown : copy.failed);
    if (!isOnItsWay(response.data)) return setMade(response.data);
    toast.success(copy.sent);
    onClose();
  };
  if (made) return <MadeLink made={made} onClose={onClose} />;
  return (
    <Dialog opened title={copy.title} busy={isLoading} onClose={onClose}>
      <Stack gap={16}>
        <Facts facts={[[copy.patient, document.patient_ref_id]]} />
        <Radio.Group
          label={copy.why}
          value={reason}
          onChange={(value) => setReason(againReasons.find((one) => one === value) ?? reason)}
        >
          <Stack gap={12} mt={8}>
            {againReasons.map((one) => (
              <Radio key={one} value={one} label={copy.reasons[one]} disabled={isLoading} />
            ))}
          </Stack>
        </Radio.Group>
        {reason === 'own_words' && (
          <Textarea
            label={copy.words}
            description={copy.wordsHelp}
            dir="auto"
            rows={3}
            maxLength={AGAIN_WORDS_MAX}
            value={words}
            error={wordsMissing && copy.wordsMissing}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setWordsMissing(false);
            }}
          />
        )}
        {reason === 'other_patient' && <Notice tone="warning">{copy.otherPatient}</Notice>}
        <AgainContact
          again={again}
          channels={channels}
          template={texts.find((one) => one.reason === reason)?.text ?? ''}
          values={contact}
          problems={problems}
          onChange={(channel, value) => {
            setContact((known) => ({ ...known, [channel]: value }));
            setProblems({});
          }}
        />
        {field}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose} disabled={isLoading}>
            {copy.cancel}
          </Button>
          <ActionButton variant="default" onClick={() => void start(false)} busy={isLoading}>
            {isLoading && !sending ? copy.making : isEmailed ? copy.makeUnsent : copy.make}
          </ActionButton>
          <BusyButton
            busy={isLoading}
            label={copy.send}
            loadingLabel={sending ? copy.sending : copy.send}
            onClick={() => void start(true)}
          />
        </Group>
      </Stack>
    </Dialog>
  );
}
