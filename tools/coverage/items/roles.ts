import { item } from '../item.ts';

/** The rows of §6 and what stands under them. */
export const roles = [
  item(
    'role.patient-upload',
    'One document with a valid token, without an account',
    'takes the document and answers with a receipt',
    'opens to strangers only what a patient, a link, a provider or a forgotten password needs',
  ),
  item(
    'role.own-work',
    'Dashboard, links, own tokens and documents for clinicians and admins',
    'is nobody else’s business: other clinicians get 404, strangers 401',
    'shows everybody their own links only, admins included',
    'the clinician’s pages open for an administrator all the same',
  ),
  item(
    'role.admin-pages',
    'The admin pages and the Admin link for admins only',
    'a clinician is not let into the admin area',
    'the administrator › is the only one who may',
    'keeps what administrators alone may do from everybody else (spec §6)',
  ),
  item(
    'role.manage-clinicians',
    'Manage Clinicians for admins only',
    'the admin role ›',
    'mayChangeAccess ›',
  ),
  item(
    'role.open-routes',
    '/login, /forgot-password, /reset-password and /upload need no sign-in',
    'a stranger sees login',
    'a stranger sees forgot-password',
    'a stranger sees reset-password',
    'a stranger sees upload-unknown-token',
  ),
  item(
    'role.clinician-filter',
    'The Clinician filter offers users of role user',
    'GET /users › can be cut down to clinicians',
    'asks nothing until Apply Filters, sends no empty value, and Reset clears all',
  ),
  item(
    'role.bearer',
    'Authenticated calls carry the session’s bearer',
    'the bearer › is refused when unsigned',
    'GET /auth/me › refuses without a session',
  ),
] as const;
