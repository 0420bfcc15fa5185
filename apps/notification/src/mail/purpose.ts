/** Why emails are sent. Stored with deliveries: never rename one. */
export const purposes = [
  'upload_link',
  'document_arrived',
  'documents_collected',
  'document_rejected',
  'renewal_asked',
  'problem_reported',
  'check_locked',
  'password_reset',
  'password_link_needed',
  'invitation',
  'password_changed',
  'second_factor_on',
  'second_factor_replaced',
  'second_factor_off',
  'second_factor_reset',
  'recovery_code_used',
  'new_device',
  'sign_in_failures',
  'admin_added',
  'account_disabled',
  'account_enabled',
  'standing_in',
  'absence_set',
  'team_joined',
  'team_member_added',
] as const;
export type Purpose = (typeof purposes)[number];

/**
 * Where the address comes from. `documents`: those responsible for the links of the owner and team, or the admins if no
 * one is. `account`: the user, disabled or not. `new_admin`: all administrators except the user, a new administrator or
 * a new member of a team, whom the email names. `patient`: the address that the clinician gave, from the token service.
 * `reset` and `invite`: the user, whose address auth returns together with a newly minted secret link.
 */
export type NewsSource = 'documents' | 'account' | 'new_admin';
export type AddressSource = NewsSource | 'reset' | 'invite' | 'patient';

const sources: Record<Purpose, AddressSource> = {
  upload_link: 'patient',
  document_arrived: 'documents',
  documents_collected: 'documents',
  document_rejected: 'documents',
  renewal_asked: 'documents',
  problem_reported: 'documents',
  check_locked: 'documents',
  password_reset: 'reset',
  password_link_needed: 'reset',
  invitation: 'invite',
  password_changed: 'account',
  second_factor_on: 'account',
  second_factor_replaced: 'account',
  second_factor_off: 'account',
  second_factor_reset: 'account',
  recovery_code_used: 'account',
  new_device: 'account',
  sign_in_failures: 'account',
  admin_added: 'new_admin',
  account_disabled: 'account',
  account_enabled: 'account',
  standing_in: 'account',
  absence_set: 'account',
  team_joined: 'account',
  team_member_added: 'new_admin',
};

export const addressSource = (purpose: Purpose): AddressSource => sources[purpose];
