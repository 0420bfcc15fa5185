import type { NewLinkResponse } from '@caredrop/contracts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconMail, IconMessage, IconQrcode } from '@tabler/icons-react';
import { useEffect } from 'react';
import { uploadLink } from '../../shared/config/paths.js';
import { formatDay } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { StatusBadge } from '../../shared/ui/badges.js';
import { Notice } from '../../shared/ui/notice.js';
import { Card } from '../../shared/ui/page.js';
import { useKeepFocus } from '../../shared/ui/use-keep-focus.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { EmailState } from './email-state.js';
import classes from './generated-link.module.css';
import { ScheduledState } from './send-later/scheduled-state.js';
import { useTokenDialogs, type TokenInHand } from './token-dialogs.js';
import { hasText, statusAt } from './token-rules.js';
import { useTokenQuery } from './tokens.api.js';
import { useCopyLink } from './use-copy-link.js';

/**
 * The link just created, in full and, while it is active, ready to text, email and print. Shows its current state:
 * whether its text and email were sent, or when they will be.
 */
export function GeneratedLink({ made }: { made: NewLinkResponse }) {
  const { copyLink, byHand } = useCopyLink();
  const dialogs = useTokenDialogs();
  const { data: current } = useTokenQuery(made.token.id);
  const token = current ?? made.token;
  const status = statusAt(token, useNow());
  const isTexted = hasText(token);
  const smsProblem = current?.smsReason ?? made.smsProblem;
  const keepFocus = useKeepFocus();
  const { ref: card } = keepFocus;
  // On a phone the card is below the form, where it would not be noticed.
  useEffect(() => {
    void card.current?.scrollIntoView({ block: 'nearest' });
  }, [card]);
  return (
    <Card narrow>
      <Stack gap={12} {...keepFocus} style={{ ...keepFocus.style, scrollMarginTop: 80 }}>
        <Text fw={600}>{copy.generated.heading(token.patient_ref_id)}</Text>
        {token.request && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {copy.generated.ofRequest(token.request)}
          </Text>
        )}
        {isTexted && token.smsPhoneNumber && (
          <Notice tone="success">{copy.generated.texted(token.smsPhoneNumber)}</Notice>
        )}
        <EmailState token={token} />
        {token.scheduled && <ScheduledState token={token} />}
        {!isTexted && smsProblem && <Notice tone="danger">{copy.generated.notTexted(smsProblem)}</Notice>}
        <code className={classes.link}>{uploadLink(token.token)}</code>
        {status === 'active' ? (
          <Text c="dimmed" size="sm">
            {copy.generated.validity(formatDay(token.expires_at))}
          </Text>
        ) : (
          <div>
            <StatusBadge status={status} />
          </div>
        )}
        <Group gap={8}>
          <Button
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => void copyLink(token.token)}
          >
            {copy.generated.copy}
          </Button>
          {status === 'active' && <SendButtons token={token} dialogs={dialogs} />}
        </Group>
        {byHand}
      </Stack>
      {dialogs.element}
    </Card>
  );
}

interface SendProps {
  token: TokenInHand;
  dialogs: ReturnType<typeof useTokenDialogs>;
}

function SendButtons({ token, dialogs }: SendProps) {
  return (
    <>
      {!hasText(token) && (
        <Button
          variant="default"
          leftSection={<IconMessage size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => dialogs.sendSms(token)}
        >
          {copy.generated.sendSms}
        </Button>
      )}
      {!token.emailStatus && (
        <Button
          variant="default"
          leftSection={<IconMail size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => dialogs.sendEmail(token)}
        >
          {copy.generated.sendEmail}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => dialogs.sheet(token)}
      >
        {copy.generated.sheet}
      </Button>
    </>
  );
}
