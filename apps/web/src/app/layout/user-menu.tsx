import type { User } from '@caredrop/contracts';
import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconClipboardList, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { signOut } from '../../shared/session/sign-out.js';
import { fullName } from '../../shared/lib/format.js';
import classes from './layout.module.css';
import { auditItem } from './navigation.js';
import { copy } from '../copy.js';

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: copy.userMenu.schemes.light },
  { value: 'dark', label: copy.userMenu.schemes.dark },
  { value: 'auto', label: copy.userMenu.schemes.auto },
];

/** The signed-in user's menu: account security, the audit for admins, the colour scheme, and sign-out. */
export function UserMenu({ user }: { user: User }) {
  const name = fullName(user) || user.email;
  return (
    <Menu
      position="bottom-end"
      width={240}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={copy.userMenu.label(name)}>
          <span className={classes.initials} data-initials={initials(user)} />
          <span className={classes.userName}>{name}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          component={Link}
          to={paths.accountSecurity.path}
          leftSection={<IconShieldLock size={18} stroke={1.75} />}
        >
          {copy.userMenu.accountSecurity}
        </Menu.Item>
        {user.role === 'admin' && (
          <Menu.Item
            component={Link}
            to={auditItem.to}
            leftSection={<IconClipboardList size={18} stroke={1.75} />}
          >
            {auditItem.label}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{copy.userMenu.colours}</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={() => void signOut()}>
          {copy.userMenu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

const initials = (user: User) =>
  `${user.firstName.slice(0, 1)}${user.lastName.slice(0, 1)}`.toUpperCase() || copy.userMenu.noInitials;
