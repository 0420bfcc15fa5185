import type { RequestTemplate } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { toast } from '../../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useArchiveTemplateMutation } from './request-templates.api.js';

/** Asks before a template is archived. */
export function ArchiveDialog({ template, onClose }: { template: RequestTemplate; onClose: () => void }) {
  const [archive, { isLoading }] = useArchiveTemplateMutation();
  const { title, what, confirm, confirming, done, failed } = copy.archiving;
  const confirmed = async () => {
    const { error } = await archive({ id: template.id, version: template.version });
    if (error) toast.serverFirst(error, failed);
    else toast.success(done, { after: failed });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={title(template.name)}
      busy={isLoading}
      onClose={onClose}
      confirm={confirm}
      confirming={confirming}
      onConfirm={() => void confirmed()}
    >
      <Text size="sm">{what}</Text>
    </ConfirmDialog>
  );
}
