import type { User } from '@caredrop/contracts';
import {
  IconClipboardList,
  IconFileDownload,
  IconFiles,
  IconGauge,
  IconLayoutDashboard,
  IconLink,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { paths } from '../../shared/config/paths.js';

export interface NavItem {
  label: string;
  to: string;
  icon?: Icon;
  /** Highlighted only at exactly this address; the others also at addresses below theirs. */
  end?: boolean;
}

/** The header's links; 'Admin' for admins only. */
export function mainItems(user: User): NavItem[] {
  const all = [
    { label: 'Dashboard', to: paths.dashboard.path },
    { label: 'Upload Tokens', to: paths.tokens.path },
    { label: 'Documents', to: paths.documents.path },
  ];
  return user.role === 'admin' ? [...all, { label: 'Admin', to: paths.admin.path }] : all;
}

/** The sidebar's links; an admin does not see the two meant for clinicians. */
export function sideItems(user: User): NavItem[] {
  const overview = { label: 'Overview', to: paths.dashboard.path, icon: IconLayoutDashboard };
  if (user.role === 'admin') return [overview];
  return [
    overview,
    { label: 'Generate Upload Link', to: paths.generateLink.path, icon: IconLink },
    { label: 'Documents', to: paths.documents.path, icon: IconFiles },
  ];
}

export const adminItems: NavItem[] = [
  { label: 'Token Management', to: paths.tokenMonitor.path, icon: IconGauge },
  { label: 'Document Downloads', to: paths.adminDocuments.path, icon: IconFileDownload },
  { label: 'Manage Clinicians', to: paths.manageUsers.path, icon: IconUsers },
];

/** Not in the sidebar, whose entries are fixed: linked from the admin page and the user menu. */
export const auditItem: NavItem = { label: 'Audit', to: paths.adminAudit.path, icon: IconClipboardList };
