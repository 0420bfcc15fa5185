import { useParams } from 'react-router-dom';
import { TokenDocuments } from '../../features/documents/token-documents.js';
import { TokenDetails } from '../../features/tokens/token-details.js';

/** /tokens/{id} */
export function Component() {
  const { id = '' } = useParams();
  return <TokenDetails key={id} id={id} documents={(uploads) => <TokenDocuments documents={uploads} />} />;
}
