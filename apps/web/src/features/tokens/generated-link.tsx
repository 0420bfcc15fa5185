import type { NewLinkResponse } from '@caredrop/contracts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconMail, IconMessage, IconQrcode } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { uploadLink } from '../../shared/config/paths.js';
import { formatDay } from '../../shared/lib/format.js';
import { Notice } from '../../shared/ui/notice.js';
import { Card } from '../../shared/ui/page.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { EmailState } from './email-state.js';
import classes from './generated-link.module.css';
import { ScheduledState } from './send-later/scheduled-state.js';
import { useTokenDialogs } from './token-dialogs.js';
import { useTokenQuery } from './tokens.api.js';
import { useCopyLink } from './use-copy-link.js';

/**
 * The link just created, in full: ready to copy, text, email and print. Shows whether its text and email were
 * sent, or when they will be.
 */
export function GeneratedLink({ made: { token, sms, smsProblem } }: { made: NewLinkResponse }) {
  const { copyLink, byHand } = useCopyLink();
  const dialogs = useTokenDialogs();
  // Keeps the state of an email or a scheduled message current.
  const { data: current } = useTokenQuery(token.id, { skip: !token.emailStatus && !token.scheduled });
  const card = useRef<HTMLDivElement>(null);
  // On a phone the card is below the form, where it would not be noticed.
  useEffect(() => {
    void card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card narrow>
      <Stack gap={12} ref={card} style={{ scrollMarginTop: 80 }}>
        <Text fw={600}>{copy.generated.heading(token.patient_ref_id)}</Text>
        {token.request && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {copy.generated.ofRequest(token.request)}
          </Text>
        )}
        {sms === 'sent' && token.smsPhoneNumber && (
          <Notice tone="success">{copy.generated.texted(token.smsPhoneNumber)}</Notice>
        )}
        <EmailState token={current ?? token} />
        {(current ?? token).scheduled && <ScheduledState token={current ?? token} />}
        {smsProblem && <Notice tone="danger">{copy.generated.notTexted(smsProblem)}</Notice>}
        <code className={classes.link}>{uploadLink(token.token)}</code>
        <Text c="dimmed" size="sm">
          {copy.generated.validity(formatDay(token.expires_at))}
        </Text>
        <Group gap={8}>
          <Button
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => void copyLink(token.token)}
          >
            {copy.generated.copy}
          </Button>
          {sms !== 'sent' && (
            <Button
              variant="default"
              leftSection={<IconMessage size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => dialogs.sendSms(current ?? token)}
            >
              {copy.generated.sendSms}
            </Button>
          )}
          {!token.emailStatus && (
            <Button
              variant="default"
              leftSection={<IconMail size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => dialogs.sendEmail(current ?? token)}
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
        </Group>
        {byHand}
      </Stack>
      {dialogs.element}
    </Card>
  );
}
