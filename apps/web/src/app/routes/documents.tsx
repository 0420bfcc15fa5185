import { DocumentsList } from '../../features/documents/documents-list.js';
import { SavedViews } from '../../features/saved-views/saved-views.js';

/** /documents */
export const Component = () => <DocumentsList savedViews={<SavedViews list="documents" />} />;
