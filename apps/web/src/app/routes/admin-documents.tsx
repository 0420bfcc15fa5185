import { AdminDocuments } from '../../features/documents/admin-documents.js';
import { SavedViews } from '../../features/saved-views/saved-views.js';
import { ClinicianSelect } from '../../features/users/clinician-select.js';

/** /admin/documents */
export const Component = () => (
  <AdminDocuments clinicianFilter={ClinicianSelect} savedViews={<SavedViews list="admin-documents" />} />
);
