import type { Document } from '@caredrop/contracts';
import { IconDownload } from '@tabler/icons-react';
import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { Card } from '../../shared/ui/page.js';
import { ExactTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { closedLabel } from './document-rules.js';
import { UnreadDot } from './unread-dot.js';
import { useDownload } from './use-download.js';

/**
 * Documents that arrived through one token: name, date, comment, View and Download. Both are disabled for a document that
 * is still being scanned or is lost.
 */
export function TokenDocuments({ documents }: { documents: Document[] }) {
  const { download, busyId } = useDownload();
  return (
    <ul style={{ display: 'grid', gap: 12, margin: 0, padding: 0, listStyle: 'none' }}>
      {documents.map((document) => {
        const closed = closedLabel(document);
        return (
          <li key={document.id}>
            <Card>
              <Group justify="space-between" gap={12}>
                <div style={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
                  <div style={{ fontWeight: 500 }}>
                    <UnreadDot seen={document.seen} />
                    <bdi>{document.file_name}</bdi>
                  </div>
                  <div style={{ color: 'var(--cd-muted)' }}>
                    <ExactTime iso={document.created_at} />
                  </div>
                  {document.comment && <div dir="auto">{document.comment}</div>}
                </div>
                <Group gap={8}>
                  {closed && <span>{closed}</span>}
                  {closed ? (
                    <Button variant="default" disabled>
                      {copy.actions.view}
                    </Button>
                  ) : (
                    <Button component={Link} to={paths.document.href(document.id)} variant="default">
                      {copy.actions.view}
                    </Button>
                  )}
                  <ActionButton
                    variant="default"
                    leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
                    busy={busyId === document.id}
                    disabled={closed !== null}
                    onClick={() => void download(document)}
                  >
                    {copy.actions.download}
                  </ActionButton>
                </Group>
              </Group>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
