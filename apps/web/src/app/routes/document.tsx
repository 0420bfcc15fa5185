import { useParams } from 'react-router-dom';
import { DocumentTrail } from '../../features/documents/document-trail.js';
import { DocumentDetail } from '../../features/documents/document-detail.js';
import { AgainPanel } from '../../features/tokens/again-panel.js';
import { ThanksPanel } from '../../features/tokens/thanks-panel.js';

/** /documents/{id} */
export function Component() {
  const { id = '' } = useParams();
  return (
    <>
      <DocumentTrail id={id} />
      <DocumentDetail
        key={id}
        id={id}
        thanks={(tokenId) => <ThanksPanel tokenId={tokenId} />}
        again={(document) => <AgainPanel document={document} />}
      />
    </>
  );
}
