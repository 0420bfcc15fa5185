import { Teams } from '../../features/users/teams/teams.js';

/** /admin/teams */
export { Teams as Component };
