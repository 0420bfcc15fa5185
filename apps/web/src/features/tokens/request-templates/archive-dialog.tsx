import type { RequestTemplate } from '@caredrop/contracts';
import { ConfirmChange } from '../../../shared/ui/confirm-change.js';
import { copy } from './copy.js';
import { useArchiveTemplateMutation } from './request-templates.api.js';

/** Asks before a template is archived. */
export function ArchiveDialog({ template, onClose }: { template: RequestTemplate; onClose: () => void }) {
  const [archive, { isLoading }] = useArchiveTemplateMutation();
  const { id, version, name } = template;
  const words = { ...copy.archiving, title: copy.archiving.title(name) };
  return (
    <ConfirmChange words={words} busy={isLoading} change={() => archive({ id, version })} onClose={onClose} />
  );
}
