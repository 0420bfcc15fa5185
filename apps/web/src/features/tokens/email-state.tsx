import type { TokenDetails } from '@caredrop/contracts';
import { Group, Text } from '@mantine/core';
import { EmailBadge } from '../../shared/ui/badges.js';
import { copy } from './copy.js';

type Emailed = Pick<TokenDetails, 'emailStatus' | 'emailAddress' | 'emailReason'>;

/** States whether the last email with a link was sent; renders nothing for a link that was not emailed. */
export function EmailState({ token: { emailStatus, emailAddress, emailReason } }: { token: Emailed }) {
  if (!emailStatus) return null;
  const meaning = emailStatus === 'failed' ? emailReason : copy.email[emailStatus];
  return (
    <Group gap={8}>
      <EmailBadge status={emailStatus} />
      <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
        {emailAddress && copy.email.to(emailAddress)} {meaning}
      </Text>
    </Group>
  );
}
