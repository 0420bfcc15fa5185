import { messages } from '@caredrop/contracts';
import { Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { askWithProof } from '../../shared/api/ask-with-proof.js';
import { utcDate } from '../../shared/lib/format.js';
import { saveBlob } from '../../shared/lib/save-blob.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { toast } from '../../shared/ui/toast.js';
import { exportRequest, type AuditFilters } from './audit.api.js';
import { copy } from './copy.js';

const formats = ['csv', 'json'] as const;

/** Exports the filtered entries, signed. The export itself is audited. */
export function ExportButtons({ filters }: { filters: AuditFilters }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: (typeof formats)[number]) => {
    setBusy(true);
    const response = await askWithProof<Blob>(exportRequest(filters, format));
    setBusy(false);
    if (!response.data) return toast.failure(response.error, messages.audit.exportFailed);
    saveBlob(response.data, `audit-${utcDate(new Date())}.${format}`);
  };
  return (
    <Group gap={8}>
      {formats.map((format) => (
        <ActionButton
          key={format}
          variant="default"
          busy={busy}
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void save(format)}
        >
          {copy.page.export(format.toUpperCase())}
        </ActionButton>
      ))}
    </Group>
  );
}
