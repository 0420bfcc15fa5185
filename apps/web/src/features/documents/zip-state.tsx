import { Button, Group, Progress, Text } from '@mantine/core';
import { Notice } from '../../shared/ui/notice.js';
import { Card } from '../../shared/ui/page.js';
import { copy } from './copy.js';
import type { useZipDownload } from './use-zip-download.js';

/** Shows the progress of a zip download, and afterwards what is missing from the zip. */
export function ZipState({ progress, missing, cancel }: ReturnType<typeof useZipDownload>) {
  if (progress !== null)
    return (
      <Card>
        <Group gap={12}>
          <Text size="sm">{copy.zip.progress(progress)}</Text>
          <Progress.Root size="lg" style={{ flex: '1 1 200px' }}>
            <Progress.Section value={progress} aria-label={copy.zip.label} />
          </Progress.Root>
          <Button variant="default" size="compact-md" onClick={cancel}>
            {copy.zip.cancel}
          </Button>
        </Group>
      </Card>
    );
  return <MissingDocuments missing={missing} />;
}

/** Lists the documents missing from a zip, each with the reason. */
export const MissingDocuments = ({ missing }: { missing: string[] }) => (
  <Notice tone="warning">
    {copy.zip.missing(missing.length)}
    <ul style={{ margin: '8px 0 0', overflowWrap: 'anywhere' }}>
      {missing.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Notice>
);
