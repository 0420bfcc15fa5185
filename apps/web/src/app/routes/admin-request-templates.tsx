import { RequestTemplates } from '../../features/tokens/request-templates/request-templates.js';

/** /admin/request-templates */
export { RequestTemplates as Component };
