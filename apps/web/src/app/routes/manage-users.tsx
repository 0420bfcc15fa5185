import { ManageUsers } from '../../features/users/manage-users.js';

/** /admin/manage-users */
export { ManageUsers as Component };
