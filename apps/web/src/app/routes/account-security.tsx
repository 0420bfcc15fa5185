import { AccountSecurity } from '../../features/second-factor/account-security.js';

export const Component = AccountSecurity;
