import { AdminDocuments } from '../../features/documents/admin-documents.js';
import { ClinicianSelect } from '../../features/users/clinician-select.js';

/** /admin/documents */
export const Component = () => <AdminDocuments clinicianFilter={ClinicianSelect} />;
