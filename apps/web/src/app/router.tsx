import { createBrowserRouter, createMemoryRouter, Navigate, type RouteObject } from 'react-router-dom';
import { paths } from '../shared/config/paths.js';
import { RequireSession, Waiting } from './require-session.js';
import { RouteProblem } from './route-problem.js';
import { Component as ForgotPassword } from './routes/forgot-password.js';
import { Component as Login } from './routes/login.js';
import { Component as ResetPassword } from './routes/reset-password.js';

/**
 * The complete list of screens. The patient's page, /upload, has its own entry: src/patient. The sign-in pages are in
 * the initial bundle, because every other screen needs most of the same code.
 */
const routes: RouteObject[] = [
  {
    HydrateFallback: Waiting,
    ErrorBoundary: RouteProblem,
    children: [
      {
        lazy: () => import('./layout/public-layout.js'),
        children: [
          { path: paths.landing.path, lazy: () => import('./routes/landing.js') },
          { path: paths.unauthorized.path, lazy: () => import('./routes/unauthorized.js') },
        ],
      },
      { path: paths.login.path, Component: Login },
      { path: paths.forgotPassword.path, Component: ForgotPassword },
      { path: paths.resetPassword.path, Component: ResetPassword },
      {
        element: <RequireSession />,
        children: [
          {
            lazy: () => import('./signed-in.js'),
            children: [
              {
                lazy: () => import('./layout/workspace-layout.js'),
                children: [
                  { path: paths.dashboard.path, lazy: () => import('./routes/dashboard.js') },
                  { path: paths.worklist.path, lazy: () => import('./routes/worklist.js') },
                  { path: paths.generateLink.path, lazy: () => import('./routes/generate-link.js') },
                  { path: paths.sendMany.path, lazy: () => import('./routes/send-many.js') },
                  { path: paths.sendingJob.path, lazy: () => import('./routes/sending-job.js') },
                  { path: paths.accountSecurity.path, lazy: () => import('./routes/account-security.js') },
                  { path: paths.tokens.path, lazy: () => import('./routes/tokens.js') },
                  { path: paths.token.path, lazy: () => import('./routes/token.js') },
                  { path: paths.documents.path, lazy: () => import('./routes/documents.js') },
                  { path: paths.document.path, lazy: () => import('./routes/document.js') },
                  { path: paths.statistics.path, lazy: () => import('./routes/statistics.js') },
                  {
                    element: <RequireSession roles={['admin']} />,
                    children: [
                      { path: paths.admin.path, lazy: () => import('./routes/admin.js') },
                      { path: paths.tokenMonitor.path, lazy: () => import('./routes/token-monitor.js') },
                      { path: paths.adminDocuments.path, lazy: () => import('./routes/admin-documents.js') },
                      { path: paths.manageUsers.path, lazy: () => import('./routes/manage-users.js') },
                      { path: paths.adminTeams.path, lazy: () => import('./routes/admin-teams.js') },
                      {
                        path: paths.requestTemplates.path,
                        lazy: () => import('./routes/admin-request-templates.js'),
                      },
                      {
                        path: paths.adminStatistics.path,
                        lazy: () => import('./routes/admin-statistics.js'),
                      },
                      { path: paths.adminAudit.path, lazy: () => import('./routes/admin-audit.js') },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to={paths.dashboard.path} replace /> },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

/** The same screens with an in-memory history, for tests. */
export const createTestRouter = (route: string, state?: unknown) => {
  const { pathname, search } = new URL(route, window.location.origin);
  return createMemoryRouter(routes, { initialEntries: [{ pathname, search, state }] });
};
