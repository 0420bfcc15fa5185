import { useParams } from 'react-router-dom';
import { RequestDownload } from '../../features/documents/request-download.js';
import { TokenDocuments } from '../../features/documents/token-documents.js';
import { TokenDetails } from '../../features/tokens/token-details.js';

/** /tokens/{id} */
export function Component() {
  const { id = '' } = useParams();
  return (
    <TokenDetails
      key={id}
      id={id}
      documents={(uploads) => <TokenDocuments documents={uploads} />}
      download={(requestId) => <RequestDownload requestId={requestId} />}
    />
  );
}
