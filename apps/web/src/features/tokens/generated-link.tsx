import type { Token } from '@caredrop/contracts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { uploadLink } from '../../shared/config/paths.js';
import { formatDay } from '../../shared/lib/format.js';
import { Card } from '../../shared/ui/page.js';
import { dialogCopy as copy } from './dialog-copy.js';
import classes from './generated-link.module.css';
import { useCopyLink } from './use-copy-link.js';

/** The link just created, in full, ready to copy. */
export function GeneratedLink({ token }: { token: Token }) {
  const { copyLink, byHand } = useCopyLink();
  return (
    <Card narrow>
      <Stack gap={12}>
        <Text fw={600}>{copy.generated.heading(token.patient_ref_id)}</Text>
        <code className={classes.link}>{uploadLink(token.token)}</code>
        <Group justify="space-between" gap={8}>
          <Text c="dimmed" size="sm">
            {copy.generated.validity(formatDay(token.expires_at))}
          </Text>
          <Button
            leftSection={<IconCopy size={18} stroke={1.75} />}
            onClick={() => void copyLink(token.token)}
          >
            {copy.generated.copy}
          </Button>
        </Group>
        {byHand}
      </Stack>
    </Card>
  );
}
