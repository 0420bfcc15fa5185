import { smsSegments, type Thanks } from '@caredrop/contracts';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogButtons } from '../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { thanksCopy as copy } from './thanks-copy.js';
import { useSendThanksMutation } from './token-changes.api.js';

interface Props {
  tokenId: string;
  thanks: Thanks;
  onClose: () => void;
}

/** Sends one of four sentences, each shown as the patient will receive it. */
export function ThanksDialog({ tokenId, thanks: { texts, sentence: tried, phoneEnding }, onClose }: Props) {
  const [chosen, setChosen] = useState(tried ?? texts[0]?.sentence);
  const [send, { isLoading }] = useSendThanksMutation();
  // After an unconfirmed attempt, offers only the same sentence: the first text may have arrived.
  const offered = tried ? texts.filter(({ sentence }) => sentence === tried) : texts;
  const text = texts.find(({ sentence }) => sentence === chosen)?.text ?? '';

  const submit = async () => {
    if (!chosen) return;
    const response = await send({ id: tokenId, sentence: chosen });
    if (response.error) return toast.serverFirst(response.error, copy.failed);
    toast.success(copy.sent, { after: copy.failed });
    onClose();
  };
  return (
    <Dialog opened title={copy.title} busy={isLoading} onClose={onClose}>
      <Stack gap={16}>
        {phoneEnding && <Text>{copy.to(phoneEnding)}</Text>}
        <Notice tone="warning">{copy.warning}</Notice>
        {tried && <Notice tone="info">{copy.again}</Notice>}
        <Radio.Group
          label={copy.choose}
          description={copy.size(smsSegments(text))}
          value={chosen ?? ''}
          onChange={(value) => setChosen(texts.find(({ sentence }) => sentence === value)?.sentence)}
        >
          <Stack gap={12} mt={8}>
            {offered.map(({ sentence, text: shown }) => (
              <Radio key={sentence} value={sentence} label={shown} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogButtons
          cautious
          onCancel={onClose}
          busy={isLoading}
          label={copy.send}
          loadingLabel={copy.sending}
          onClick={() => void submit()}
        />
      </Stack>
    </Dialog>
  );
}
