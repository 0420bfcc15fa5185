export type AuditSource = 'gateway' | 'auth' | 'token' | 'document' | 'notification' | 'audit' | 'tools';

/** The services that may record each action. The audit refuses it from any other, as it does a forged event. */
const recorded = [
  // sessions and passwords
  {
    by: ['auth'],
    actions: [
      'session.sign_in',
      'session.sign_out',
      'session.extend',
      'session.prove',
      'session.end',
      'password.request_reset',
      'password.reset',
      'password.change',
      'password.mint_link',
      'second_factor.verify',
      'second_factor.turn_on',
      'second_factor.turn_off',
      'second_factor.use_recovery_code',
      'second_factor.renew_recovery_codes',
      'second_factor.require',
      'second_factor.reset',
    ],
  },
  // people
  {
    by: ['auth'],
    actions: [
      'user.create',
      'user.list',
      'user.invite',
      'user.invite_again',
      'user.disable',
      'user.enable',
      'user.change_role',
      'user.change_preferences',
      'user.change_views',
      'user.hand_over_links',
      'team.created',
      'team.renamed',
      'team.archived',
      'team.member_added',
      'team.member_removed',
      'cover.set',
      'cover.ended',
    ],
  },
  // upload links
  {
    by: ['token'],
    actions: [
      'token.create',
      'token.create_bulk',
      'token.create_next',
      'token.send_sms',
      'token.send_email',
      'token.send_scheduled',
      'token.schedule_cancelled',
      'token.plan_reminders',
      'token.send_reminder',
      'token.pause_reminders',
      'token.resume_reminders',
      'token.revoke',
      'token.expire',
      'token.extend',
      'token.assigned',
      'token.reissue',
      'token.ask_again',
      'token.report_problem',
      'token.close_problem',
      'token.send_thanks',
      'token.export',
      'sending_job.create',
      'sending_job.start',
      'sending_job.pause',
      'sending_job.resume',
      'sending_job.cancel',
      'sending_job.view',
      'request_template.create',
      'request_template.change',
      'request_template.archive',
      'token.view',
      'token.list_all',
      'token.list_shared',
      'token.statistics_all',
      'link.validate',
      'link.ask_renewal',
      'link.skip_document',
      'token.language_chosen',
      'token.check_passed',
      'token.check_failed',
      'token.check_locked',
      'token.unlock_check',
      'token.opened',
      'token.snooze',
    ],
  },
  // documents
  {
    by: ['document'],
    actions: [
      'document.upload',
      'document.scan',
      'document.view',
      'document.list_all',
      'document.list_shared',
      'document.preview',
      'document.open_original',
      'document.download',
      'document.download_zip',
      'document.reviewed',
      'document.filed',
      'document.review_undone',
      'document.snooze',
      'document.delete',
      'document.delete_bulk',
    ],
  },
  // text messages and callbacks
  {
    by: ['notification'],
    actions: ['sms.suppress', 'callback.receive'],
  },
  // operations
  { by: ['gateway', 'auth', 'token', 'document', 'notification', 'audit'], actions: ['service.start'] },
  { by: ['audit'], actions: ['settings.change'] },
  { by: ['gateway'], actions: ['access.refuse', 'access.unrecorded'] },
  { by: ['auth', 'token', 'document', 'audit'], actions: ['keys.rotate', 'keys.rewrap', 'keys.export'] },
  { by: ['document'], actions: ['storage.purge', 'backup.create', 'backup.restore'] },
  { by: ['token', 'document'], actions: ['data.reconcile'] },
  { by: ['token', 'document', 'notification', 'audit'], actions: ['events.replay'] },
  // the audit itself
  {
    by: ['audit'],
    actions: ['audit.list', 'audit.export', 'audit.prune'],
  },
] as const satisfies readonly { by: readonly AuditSource[]; actions: readonly string[] }[];
export type AuditAction = (typeof recorded)[number]['actions'][number];

/**
 * Every action that leaves an audit entry: a closed list of codes. An action has one code whatever its outcome; the
 * entry's outcome says whether it succeeded, was denied or failed. An exception is a patient's attempt at the patient
 * check, which has two codes: `token.check_passed` and `token.check_failed`. Never rename a code: entries are kept for
 * years. A new code needs words in `apps/web/src/features/admin-audit/copy.ts` (a test checks this).
 */
export const auditActions = recorded.flatMap<AuditAction>(({ actions }) => actions);

/** Whether the service may record this action. */
export const mayRecord = (source: string, action: AuditAction): boolean =>
  recorded.some(
    ({ by, actions }: { by: readonly string[]; actions: readonly string[] }) =>
      by.includes(source) && actions.includes(action),
  );

/** `refused`: denied by the rules, caused by the caller. `failed`: should have worked. */
export const auditOutcomes = ['success', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** `anonymous`: an unauthenticated caller; `patient`: the holder of a known link. */
export const auditActorKinds = ['user', 'patient', 'system', 'anonymous'] as const;

export const auditSubjectKinds = [
  'user',
  'session',
  'token',
  'document',
  'delivery',
  'claim',
  'sending_job',
  'request_template',
  'team',
] as const;
export type AuditSubjectKind = (typeof auditSubjectKinds)[number];
