import { item } from '../item.ts';

/** The table of §2, its rule for protected routes, and the two navigations. */
export const routes = [
  item('route.landing', '/ is public', 'a stranger sees landing', 'claims what the specification names'),
  item('route.login', '/login is public', 'a stranger sees login'),
  item('route.forgot-password', '/forgot-password is public', 'a stranger sees forgot-password'),
  item(
    'route.reset-password',
    '/reset-password is public and reads token',
    'a stranger sees reset-password',
    'takes the token out of the address but keeps it for a reload',
  ),
  item(
    'route.upload',
    '/upload is public and reads token',
    'a patient with a good link sees what is asked',
    'a stranger sees upload-without-token',
  ),
  item('route.dashboard', '/dashboard for the signed in', 'a clinician sees dashboard'),
  item('route.generate-link', '/generate-link for the signed in', 'a clinician sees generate-link'),
  item('route.documents', '/documents for the signed in', 'a clinician sees documents'),
  item('route.document', '/documents/{id} for the signed in', 'a clinician sees one document, a picture'),
  item('route.token', '/tokens/{id} for the signed in', 'a clinician sees one token and its document'),
  item('route.tokens', '/tokens, Upload Tokens of the top navigation', 'a clinician sees tokens'),
  item('route.admin', '/admin for admins', 'an administrator sees admin'),
  item('route.token-monitor', '/admin/token-monitor for admins', 'an administrator sees admin-token-monitor'),
  item('route.admin-documents', '/admin/documents for admins', 'an administrator sees admin-documents'),
  item('route.manage-users', '/admin/manage-users for admins', 'an administrator sees admin-manage-users'),
  item(
    'route.unauthorized',
    '/unauthorized opens for anybody; a role that is not allowed is sent there',
    'a stranger sees unauthorized',
    'sends a clinician who opens an admin page to /unauthorized',
  ),
  item(
    'route.any-other',
    'Any other path leads to /dashboard',
    'sends unknown addresses to the dashboard',
    'an unknown path leads to the dashboard',
  ),
  item(
    'route.spinner',
    'A spinner while the session is being determined',
    'shows a spinner, not the page and not the sign-in, until it is known',
  ),
  item(
    'route.origin',
    'A visitor is sent to /login and comes back to where they wanted to go',
    'brings a visitor back to the page they came from after signing in',
    'a stranger signs in and comes back',
  ),
  item(
    'navigation.header',
    'Header: Dashboard, Upload Tokens, Documents, Admin for admins; Log in and Sign up when signed out',
    'a clinician’s navigation has no admin part',
    'shows an administrator the admin section in the sidebar and in the header',
  ),
  item(
    'navigation.user-menu',
    'A user menu with Sign out',
    'signing out ends the session here and on the server',
  ),
  item('navigation.mobile', 'A mobile menu', 'the menu of a narrow page opens'),
  item(
    'navigation.sidebar',
    'Sidebar: Generate Upload Link and Documents are hidden from an administrator, the admin section from others',
    'shows a clinician the two items that an administrator does not have',
    'an administrator’s navigation has the admin part and not the clinician’s',
  ),
] as const;
