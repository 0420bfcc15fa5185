import {
  AGAIN_WORDS_MAX,
  againReasons,
  smsSegments,
  type AgainReason,
  type AskAgain,
  type Document,
  type ReissueAnswer,
} from '@caredrop/contracts';
import { Button, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { uploadLink } from '../../shared/config/paths.js';
import { randomKey } from '../../shared/lib/random-key.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { againCopy as copy } from './again-copy.js';
import { dialogCopy } from './dialog-copy.js';
import { MadeLink } from './reissue-dialog.js';
import { useSendAskAgainMutation } from './token-changes.api.js';

/** Fills in a placeholder for the new link, which is made when the text is sent. */
const withLink = (template: string, value: string) => template.replace('{link}', uploadLink(value));

interface Props {
  document: Document;
  again: AskAgain;
  onClose: () => void;
}

/** Asks the patient for a document again, with a reason and the text as the patient will receive it. */
export function AgainDialog({ document, again: { texts, phoneEnding }, onClose }: Props) {
  // Kept until the dialog closes, so that a call whose response was lost can be repeated.
  const [key] = useState(randomKey);
  const [made, setMade] = useState<ReissueAnswer>();
  const [reason, setReason] = useState<AgainReason>('blurred');
  const [words, setWords] = useState('');
  const [phone, setPhone] = useState('');
  const [missing, setMissing] = useState<'words' | 'phone'>();
  const [sending, setSending] = useState(false);
  const [ask, { isLoading }] = useSendAskAgainMutation();
  const template = texts.find((one) => one.reason === reason)?.text ?? '';

  const start = async (send: boolean) => {
    if (reason === 'own_words' && words.trim() === '') return setMissing('words');
    if (send && !phoneEnding && phone.trim() === '') return setMissing('phone');
    setMissing(undefined);
    setSending(send);
    const body = { reason, words: words || null, send, phoneNumber: phone || null };
    const answer = await ask({ id: document.token_id, key, ...body });
    if (!answer.data) return toast.serverFirst(answer.error, copy.failed);
    if (answer.data.sms !== 'sent') return setMade(answer.data);
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
            error={missing === 'words' && copy.wordsMissing}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setMissing(undefined);
            }}
          />
        )}
        {reason === 'other_patient' && <Notice tone="warning">{copy.otherPatient}</Notice>}
        {phoneEnding ? (
          <Text>{copy.to(phoneEnding)}</Text>
        ) : (
          <TextInput
            type="tel"
            label={copy.phone}
            description={copy.phoneHelp}
            placeholder={dialogCopy.sms.phoneExample}
            value={phone}
            error={missing === 'phone' && copy.phoneMissing}
            onChange={(event) => {
              setPhone(event.currentTarget.value);
              setMissing(undefined);
            }}
          />
        )}
        <div>
          <Text fw={600}>{copy.text}</Text>
          <Text dir="auto" ta="start" style={{ overflowWrap: 'anywhere' }}>
            {withLink(template, '…')}
          </Text>
          <Text size="sm" c="dimmed" role="status">
            {copy.size(smsSegments(withLink(template, 'x'.repeat(43))))}
          </Text>
        </div>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose} disabled={isLoading}>
            {copy.cancel}
          </Button>
          <Button variant="default" onClick={() => void start(false)} disabled={isLoading}>
            {isLoading && !sending ? copy.making : copy.make}
          </Button>
          <BusyButton
            busy={isLoading && sending}
            label={copy.send}
            loadingLabel={copy.sending}
            onClick={() => void start(true)}
          />
        </Group>
      </Stack>
    </Dialog>
  );
}
