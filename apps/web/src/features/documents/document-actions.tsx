import type { Document } from '@caredrop/contracts';
import { IconDownload, IconEye, IconTrash } from '@tabler/icons-react';
import { paths } from '../../shared/config/paths.js';
import { RowActions, RowButton, RowLink } from '../../shared/ui/row-actions.js';
import { copy } from './copy.js';
import { closedLabel } from './document-rules.js';
import type { TrailState } from './document-trail.js';

interface Props {
  document: Document;
  busy: boolean;
  /** Passed to the page that View opens. */
  trail: TrailState;
  onDownload: (document: Document) => void;
  onDelete?: (document: Document) => void;
}

/** View, Download, Delete. A document that is still being scanned or is lost can only be deleted. */
export function DocumentActions({ document, busy, trail, onDownload, onDelete }: Props) {
  const closed = closedLabel(document);
  return (
    <RowActions>
      {closed && <span style={{ alignSelf: 'center' }}>{closed}</span>}
      {closed ? (
        <RowButton name={copy.actions.view} icon={IconEye} onClick={() => undefined} disabled />
      ) : (
        <RowLink
          name={copy.actions.view}
          icon={IconEye}
          to={paths.document.href(document.id)}
          state={trail}
        />
      )}
      <RowButton
        name={copy.actions.download}
        icon={IconDownload}
        onClick={() => onDownload(document)}
        disabled={closed !== null || busy}
      />
      {onDelete && (
        <RowButton name={copy.actions.delete} icon={IconTrash} danger onClick={() => onDelete(document)} />
      )}
    </RowActions>
  );
}
