import { smsSegments, type AskAgain, type SendChannel } from '@caredrop/contracts';
import { Stack, Text, TextInput } from '@mantine/core';
import { uploadLink } from '../../shared/config/paths.js';
import { againCopy as copy } from './again-copy.js';
import { dialogCopy } from './dialog-copy.js';

/**
 * Fills in a link with a placeholder for its value, because the new link does not exist yet. With a placeholder of the
 * usual length, the text has its final size.
 */
const withLink = (template: string, value: string) => template.replace('{link}', uploadLink(value));

export type ContactProblems = Partial<Record<SendChannel, string>>;

interface Props {
  again: Pick<AskAgain, 'phoneEnding' | 'emailHint'>;
  channels: readonly SendChannel[];
  /** The text message with a placeholder for the link. */
  template: string;
  /** What was typed where no number or address is kept. */
  values: Record<SendChannel, string>;
  problems: ContactProblems;
  onChange: (channel: SendChannel, value: string) => void;
}

/** Where the new link is sent and what the patient gets, for each of the channels. */
export function AgainContact({ again, channels, template, values, problems, onChange }: Props) {
  const { phoneEnding, emailHint } = again;
  const field = (channel: SendChannel) => ({
    value: values[channel],
    error: problems[channel],
    onChange: (event: { currentTarget: { value: string } }) => onChange(channel, event.currentTarget.value),
  });
  return (
    <>
      {channels.includes('sms') && (
        <>
          {phoneEnding ? (
            <Text>{copy.to(phoneEnding)}</Text>
          ) : (
            <TextInput
              type="tel"
              label={copy.phone}
              description={copy.phoneHelp}
              placeholder={dialogCopy.sms.phoneExample}
              {...field('sms')}
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
        </>
      )}
      {channels.includes('email') && (
        <Stack gap={4}>
          {emailHint ? (
            <Text>{copy.emailTo(emailHint)}</Text>
          ) : (
            <TextInput
              type="email"
              autoComplete="off"
              label={copy.email}
              description={copy.emailHelp}
              {...field('email')}
            />
          )}
          <Text size="sm" c="dimmed">
            {copy.emailWhat}
          </Text>
        </Stack>
      )}
    </>
  );
}
