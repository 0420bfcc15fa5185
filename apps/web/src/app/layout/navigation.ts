import type { User } from '@caredrop/contracts';
import {
  IconBellRinging,
  IconChartBar,
  IconClipboardList,
  IconFileDownload,
  IconFiles,
  IconGauge,
  IconLayoutDashboard,
  IconLink,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { paths } from '../../shared/config/paths.js';
import { copy } from '../copy.js';

export interface NavItem {
  label: string;
  to: string;
  icon?: Icon;
  /** Shows how many items need attention. */
  counted?: boolean;
}

/** The header's links; 'Admin' for admins only. */
export function mainItems(user: User): NavItem[] {
  const all = [
    { label: copy.navigation.dashboard, to: paths.dashboard.path },
    { label: copy.navigation.tokens, to: paths.tokens.path },
    { label: copy.navigation.documents, to: paths.documents.path },
  ];
  return user.role === 'admin' ? [...all, { label: copy.navigation.admin, to: paths.admin.path }] : all;
}

/** First in the sidebar; on narrow screens the header links to it. */
export const attentionItem: NavItem = {
  label: copy.navigation.attention,
  to: paths.worklist.path,
  icon: IconBellRinging,
  counted: true,
};

/** The sidebar's links above the admin section; an admin does not see those meant for clinicians. */
export function sideItems(user: User): NavItem[] {
  const overview = { label: copy.navigation.overview, to: paths.dashboard.path, icon: IconLayoutDashboard };
  if (user.role === 'admin') return [attentionItem, overview];
  return [
    attentionItem,
    overview,
    { label: copy.navigation.generateLink, to: paths.generateLink.path, icon: IconLink },
    { label: copy.navigation.documents, to: paths.documents.path, icon: IconFiles },
    { label: copy.navigation.statistics, to: paths.statistics.path, icon: IconChartBar },
  ];
}

export const auditItem: NavItem = {
  label: copy.navigation.audit,
  to: paths.adminAudit.path,
  icon: IconClipboardList,
};

export const adminItems: NavItem[] = [
  { label: copy.navigation.tokenMonitor, to: paths.tokenMonitor.path, icon: IconGauge },
  { label: copy.navigation.adminDocuments, to: paths.adminDocuments.path, icon: IconFileDownload },
  { label: copy.navigation.manageUsers, to: paths.manageUsers.path, icon: IconUsers },
  { label: copy.navigation.teams, to: paths.adminTeams.path, icon: IconUsersGroup },
  { label: copy.navigation.requestTemplates, to: paths.requestTemplates.path, icon: IconTemplate },
  { label: copy.navigation.statistics, to: paths.adminStatistics.path, icon: IconChartBar },
  auditItem,
];
