import { messages } from '@caredrop/contracts';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { utcDate } from '../../shared/lib/format.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { toast } from '../../shared/ui/toast.js';
import { useExportAuditMutation, type AuditFilters } from './audit.api.js';
import { copy } from './copy.js';

const formats = ['csv', 'json'] as const;

/** Exports the filtered entries, signed. The export itself is audited. */
export function ExportButtons({ filters }: { filters: AuditFilters }) {
  const [ask, { isLoading, reset }] = useExportAuditMutation();
  const save = async (format: (typeof formats)[number]) => {
    const answer = await ask({ filters, format });
    if (!answer.data) return toast.failure(answer.error, messages.audit.exportFailed);
    saveBlob(answer.data, `audit-${utcDate(new Date())}.${format}`);
    reset();
  };
  return (
    <Group gap={8}>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          disabled={isLoading}
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void save(format)}
        >
          {copy.page.export(format.toUpperCase())}
        </Button>
      ))}
    </Group>
  );
}
