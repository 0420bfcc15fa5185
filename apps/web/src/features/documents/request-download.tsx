import { IconFileZip } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { copy } from './copy.js';
import { useZipDownload } from './use-zip-download.js';

const MissingDocuments = lazy(async () => ({ default: (await import('./zip-state.js')).MissingDocuments }));

/**
 * Downloads, as one zip, the documents of a request that the user may open, and lists those that it could not include.
 */
export function RequestDownload({ requestId }: { requestId: string }) {
  const { downloadRequest, busy, missing } = useZipDownload();
  return (
    <>
      <BusyButton
        variant="light"
        busy={busy}
        label={copy.downloadAll}
        loadingLabel={copy.admin.preparingZip}
        icon={<IconFileZip size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => void downloadRequest(requestId)}
      />
      {missing.length > 0 && (
        <div style={{ flexBasis: '100%' }}>
          <Suspense fallback={null}>
            <MissingDocuments missing={missing} />
          </Suspense>
        </div>
      )}
    </>
  );
}
