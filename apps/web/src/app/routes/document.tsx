import { useParams } from 'react-router-dom';
import { DocumentDetail } from '../../features/documents/document-detail.js';

/** /documents/{id} */
export function Component() {
  const { id = '' } = useParams();
  return <DocumentDetail key={id} id={id} />;
}
