import { DocumentsList } from '../../features/documents/documents-list.js';

/** /documents */
export { DocumentsList as Component };
