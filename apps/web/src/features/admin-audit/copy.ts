import type { AuditAction, AuditEntry, AuditOutcome, AuditSource } from '@caredrop/contracts';

/**
 * Text for each action, and for attempts that were denied or failed. `{whom}` is the person affected. `{others}` are
 * the people who join or leave `{team}` or stand in, or the people and teams that take over. `{n}` is a number of links
 * or documents.
 */
const actions: Record<AuditAction, { done: string; tried: string }> = {
  'session.sign_in': { done: 'signed in', tried: 'sign in' },
  'session.sign_out': { done: 'signed out', tried: 'sign out' },
  'session.extend': { done: 'stayed signed in', tried: 'stay signed in' },
  'session.prove': { done: 'confirmed who they are', tried: 'confirm who they are' },
  'session.end': { done: 'signed out another of their devices', tried: 'sign out another device' },
  'password.request_reset': {
    done: 'requested a password reset for {whom}',
    tried: 'request a password reset',
  },
  'password.reset': { done: 'set a new password', tried: 'set a new password' },
  'password.change': { done: 'changed their password', tried: 'change their password' },
  'password.mint_link': { done: 'made a password link', tried: 'make a password link' },
  'second_factor.verify': { done: 'passed their second factor', tried: 'pass a second factor' },
  'second_factor.turn_on': { done: 'set up a second factor', tried: 'set up a second factor' },
  'second_factor.turn_off': { done: 'turned off their second factor', tried: 'turn off their second factor' },
  'second_factor.use_recovery_code': { done: 'used a recovery code', tried: 'use a recovery code' },
  'second_factor.renew_recovery_codes': {
    done: 'created new recovery codes',
    tried: 'create new recovery codes',
  },
  'second_factor.require': {
    done: 'changed whether {whom} must use a second factor',
    tried: 'change whether {whom} must use a second factor',
  },
  'second_factor.reset': {
    done: 'reset the second factor of {whom}',
    tried: 'reset the second factor of {whom}',
  },
  'user.create': { done: 'created an account for {whom}', tried: 'create an account' },
  'user.list': { done: 'listed staff accounts', tried: 'list staff accounts' },
  'user.invite': { done: 'invited {whom}', tried: 'invite someone' },
  'user.invite_again': { done: 'invited {whom} again', tried: 'invite {whom} again' },
  'user.disable': { done: 'disabled the account of {whom}', tried: 'disable the account of {whom}' },
  'user.enable': { done: 'enabled the account of {whom}', tried: 'enable the account of {whom}' },
  'user.change_role': { done: 'changed the role of {whom}', tried: 'change the role of {whom}' },
  'user.change_preferences': {
    done: 'changed when they are sent emails',
    tried: 'change when they are sent emails',
  },
  'user.change_views': { done: 'changed their saved views', tried: 'change their saved views' },
  'user.hand_over_links': {
    done: 'handed over the upload links of {whom} to {others}',
    tried: 'hand over the upload links of {whom}',
  },
  'team.created': { done: 'made the team {team}', tried: 'make a team' },
  'team.renamed': { done: 'renamed the team {team}', tried: 'rename a team' },
  'team.archived': { done: 'archived the team {team}', tried: 'archive a team' },
  'team.member_added': { done: 'added {others} to the team {team}', tried: 'add someone to a team' },
  'team.member_removed': {
    done: 'removed {others} from the team {team}',
    tried: 'remove someone from a team',
  },
  'cover.set': {
    done: 'set an absence of {whom}, in which {others} stands in',
    tried: 'set an absence of {whom}',
  },
  'cover.ended': { done: 'ended the absence of {whom}', tried: 'end the absence of {whom}' },
  'token.create': { done: 'created an upload link', tried: 'create an upload link' },
  'token.create_next': {
    done: 'made the link for the next document',
    tried: 'make the link for the next document',
  },
  'token.create_bulk': { done: 'created {n} upload links', tried: 'create upload links' },
  'token.send_sms': { done: 'texted an upload link', tried: 'text an upload link' },
  'token.send_email': { done: 'emailed an upload link', tried: 'email an upload link' },
  'token.send_scheduled': {
    done: 'scheduled the sending of an upload link',
    tried: 'schedule the sending of an upload link',
  },
  'token.schedule_cancelled': {
    done: 'cancelled the scheduled sending of an upload link',
    tried: 'cancel the scheduled sending of an upload link',
  },
  'token.plan_reminders': { done: 'planned reminders for an upload link', tried: 'plan reminders' },
  'token.send_reminder': { done: 'sent a reminder of an upload link', tried: 'send a reminder' },
  'token.pause_reminders': { done: 'paused the reminders of an upload link', tried: 'pause reminders' },
  'token.resume_reminders': { done: 'resumed the reminders of an upload link', tried: 'resume reminders' },
  'token.revoke': { done: 'revoked an upload link', tried: 'revoke an upload link' },
  'token.expire': { done: 'closed an expired upload link', tried: 'close an expired upload link' },
  'token.extend': { done: 'extended an upload link', tried: 'extend an upload link' },
  'token.assigned': { done: 'handed over an upload link', tried: 'hand over an upload link' },
  'token.ask_again': { done: 'asked for a document again', tried: 'ask for a document again' },
  'token.report_problem': { done: 'reported a problem with an upload link', tried: 'report a problem' },
  'token.close_problem': { done: 'marked a problem as done', tried: 'mark a problem as done' },
  'token.send_thanks': { done: 'thanked a patient by text', tried: 'thank a patient by text' },
  'token.reissue': { done: 'replaced an upload link by a new one', tried: 'replace an upload link' },
  'token.export': { done: 'exported {n} upload links', tried: 'export upload links' },
  'sending_job.create': { done: 'started sending a file of requests', tried: 'send a file of requests' },
  'sending_job.start': {
    done: 'started a scheduled file of requests',
    tried: 'start a scheduled file of requests',
  },
  'sending_job.pause': { done: 'paused a file of requests', tried: 'pause a file of requests' },
  'sending_job.resume': { done: 'resumed a file of requests', tried: 'resume a file of requests' },
  'sending_job.cancel': { done: 'cancelled a file of requests', tried: 'cancel a file of requests' },
  'request_template.create': { done: 'made a request template', tried: 'make a request template' },
  'request_template.change': { done: 'changed a request template', tried: 'change a request template' },
  'request_template.archive': { done: 'archived a request template', tried: 'archive a request template' },
  'sending_job.view': { done: 'viewed a colleague’s file of requests', tried: 'view a file of requests' },
  'token.view': { done: 'viewed a colleague’s upload link', tried: 'view an upload link' },
  'token.list_shared': { done: 'listed colleagues’ upload links', tried: 'list colleagues’ upload links' },
  'token.list_all': { done: 'listed everyone’s upload links', tried: 'list everyone’s upload links' },
  'token.statistics_all': {
    done: 'viewed the clinic’s statistics',
    tried: 'view the clinic’s statistics',
  },
  'token.opened': { done: 'opened the page of a link', tried: 'open the page of a link' },
  'token.snooze': { done: 'snoozed an upload link', tried: 'snooze an upload link' },
  'link.validate': { done: 'opened an upload link', tried: 'open an upload link' },
  'token.language_chosen': { done: 'chose a language for a link', tried: 'choose a language for a link' },
  'link.skip_document': { done: 'went on without a document', tried: 'go on without a document' },
  'link.ask_renewal': { done: 'asked for a new upload link', tried: 'ask for a new upload link' },
  'token.check_passed': { done: 'passed a patient check', tried: 'pass a patient check' },
  'token.check_failed': { done: 'answered a patient check', tried: 'answer a patient check' },
  'token.check_locked': { done: 'locked a link by wrong dates of birth', tried: 'lock a link' },
  'token.unlock_check': { done: 'unlocked a patient check', tried: 'unlock a patient check' },
  'document.upload': { done: 'sent a document', tried: 'send a document' },
  'document.scan': { done: 'found a document free of malware', tried: 'check a document for malware' },
  'document.view': { done: 'viewed a document’s details', tried: 'view a document’s details' },
  'document.list_shared': { done: 'listed colleagues’ documents', tried: 'list colleagues’ documents' },
  'document.list_all': { done: 'listed everyone’s documents', tried: 'list everyone’s documents' },
  'document.preview': { done: 'looked at a document', tried: 'look at a document' },
  'document.open_original': {
    done: 'opened the original of a document',
    tried: 'open the original of a document',
  },
  'document.download': { done: 'downloaded a document', tried: 'download a document' },
  'document.download_zip': {
    done: 'downloaded {n} documents as a zip',
    tried: 'download documents as a zip',
  },
  'document.reviewed': { done: 'marked a document as reviewed', tried: 'mark a document as reviewed' },
  'document.filed': { done: 'marked a document as filed', tried: 'mark a document as filed' },
  'document.snooze': { done: 'snoozed a document', tried: 'snooze a document' },
  'document.review_undone': {
    done: 'marked a document as new again',
    tried: 'mark a document as new again',
  },
  'document.delete': { done: 'deleted a document', tried: 'delete a document' },
  'document.delete_bulk': { done: 'deleted {n} documents', tried: 'delete documents' },
  'sms.suppress': { done: 'stopped texts to a number that opted out', tried: 'stop texts to a number' },
  'callback.receive': {
    done: 'received a status from the SMS provider',
    tried: 'impersonate the SMS provider',
  },
  'service.start': { done: 'started', tried: 'start' },
  'settings.change': { done: 'started with changed settings', tried: 'change settings' },
  'access.unrecorded': {
    done: 'could not record refused requests',
    tried: 'record refused requests while the audit was away',
  },
  'access.refuse': { done: 'was refused', tried: 'do something they are not allowed to do' },
  'keys.rotate': { done: 'put a new key into use', tried: 'put a new key into use' },
  'keys.rewrap': { done: 're-encrypted data with the new key', tried: 're-encrypt data with the new key' },
  'keys.export': { done: 'exported encrypted keys', tried: 'export keys' },
  'storage.purge': { done: 'erased deleted files from storage', tried: 'erase deleted files from storage' },
  'backup.create': { done: 'created a backup', tried: 'create a backup' },
  'backup.restore': { done: 'restored a backup', tried: 'restore a backup' },
  'data.reconcile': { done: 'reconciled stored data', tried: 'reconcile stored data' },
  'events.replay': { done: 'replayed dead-lettered events', tried: 'replay dead-lettered events' },
  'audit.list': { done: 'listed audit entries', tried: 'list audit entries' },
  'audit.export': { done: 'exported the audit', tried: 'export the audit' },
  'audit.prune': {
    done: 'deleted expired audit entries',
    tried: 'delete expired audit entries',
  },
};

const outcomes: Record<AuditOutcome, string> = { success: 'done', refused: 'refused', failed: 'failed' };

/** The text of the audit screen. */
export const copy = {
  actions,
  unknownAction: (code: string) => ({
    done: `did something that this page does not know (${code})`,
    tried: `do something that this page does not know (${code})`,
  }),
  outcomes,
  page: {
    title: 'Audit',
    purpose: 'Who did what, when and from where. Nobody can change an entry, administrators included.',
    what: 'The audit’s entries',
    empty: 'No entries found',
    searchCut:
      'More links or people match this search than can be looked through: entries about the newest 100 of each are listed. Type more of the reference or name.',
    table: 'Audit entries',
    export: (format: string) => `Export ${format}`,
  },
  pager: { label: 'Pages', newer: 'Newer', older: 'Older' },
  filters: {
    search: 'About',
    searchHint: 'Patient reference or person',
    who: 'Who',
    anybody: 'Anybody',
    patients: 'Patients',
    anonymous: 'Not signed in',
    system: 'Caredrop itself',
    what: 'What',
    anything: 'Anything',
    outcome: 'Outcome',
    anyOutcome: 'Any outcome',
    id: 'Id',
    idHint: 'link, document, person, request',
    since: 'From (UTC)',
    until: 'To (UTC)',
  },
  columns: {
    what: 'What happened',
    outcome: 'Outcome',
    when: 'When (UTC)',
    from: 'From',
    request: 'Request',
  },
  reference: (reference: string) => `Patient ${reference}`,
  noLongerStored: 'no longer stored',
  openDocument: 'Open the document',
  openLink: 'Open the link',
} as const;

/** What a reason means, if its code alone does not explain it. */
const reasons: Record<string, string> = {
  validation_failed: 'not valid',
  bad_request: 'not readable',
  unauthorized: 'no longer signed in',
  invalid_credentials: 'wrong email or password',
  password_wrong: 'wrong password',
  proof_required: 'asked to confirm their identity first',
  second_factor_needed: 'second factor asked for',
  second_factor_setup_needed: 'second factor to be set up',
  invalid_code: 'wrong code',
  password_link_needed: 'too many failures, a link by mail is needed',
  no_open_request: 'nobody asked for one',
  no_such_account: 'no such account',
  asked_too_often: 'asked too often',
  rate_limited: 'too many attempts',
  token_not_active: 'link not active',
  sheet_token_not_active: 'link not active',
  sms_token_not_active: 'link not active',
  reminders_not_planned: 'no reminders planned',
  number_reminded: 'the number was reminded within 24 hours',
  too_late: 'not handed over within a day',
  link_unknown: 'no such link',
  link_expired: 'link expired',
  link_revoked: 'link revoked',
  link_used: 'link already used',
  file_infected: 'malware',
  infected: 'malware',
  no_verdict: 'scanner gave no verdict',
  no_scanner: 'not scanned: no scanner is configured',
  client_gone: 'patient’s connection lost',
};

export const reasonLabel = (code: string): string => reasons[code] ?? code.replaceAll('_', ' ');

/** Shows a code in words. Settings keep their upper-case name, which operators know. */
export const codeLabel = (code: string): string => (/[a-z]/.test(code) ? code.replaceAll('_', ' ') : code);

type Named = (id: string) => string | null;

const services: Record<AuditSource, string> = {
  gateway: 'The gateway',
  auth: 'The sign-in service',
  token: 'The link service',
  document: 'The document service',
  notification: 'The message service',
  audit: 'The audit',
  tools: 'An operator’s tool',
};

const nobodies = { patient: 'A patient', anonymous: 'Someone not signed in' };

/** Read actions whose repetitions within a minute share one entry; the sentence states how many there were. */
const listActions = new Set<AuditAction>([
  'document.list_all',
  'document.list_shared',
  'token.list_all',
  'token.list_shared',
  'token.statistics_all',
  'user.list',
  'audit.list',
]);

/** The actor, in words. */
function actorLabel({ actor, source }: AuditEntry, nameOf: Named): string {
  if (actor.kind === 'system') return services[source as AuditSource] ?? 'Caredrop';
  if (actor.kind !== 'user') return nobodies[actor.kind];
  return (actor.id && nameOf(actor.id)) || 'Someone whose name is not known';
}

/** An entry of a newer version may have an action that this page does not know. */
const textsOf = (action: string): { done: string; tried: string } => {
  const known: Record<string, { done: string; tried: string } | undefined> = copy.actions;
  return known[action] ?? copy.unknownAction(action);
};

/** 'Dora Field signed in'; 'Someone not signed in tried to open an upload link, 980 times'. */
export function sentenceOf(entry: AuditEntry, nameOf: Named): string {
  const { done, tried } = textsOf(entry.action);
  const { subject } = entry;
  const whom = (subject?.kind === 'user' && nameOf(subject.id)) || 'an account';
  const others = entry.related.flatMap(({ id }) => nameOf(id) ?? []).join(' and ') || 'someone';
  const team = (subject?.kind === 'team' && nameOf(subject.id)) || 'whose name is not known';
  const act = entry.outcome === 'success' ? done : `tried to ${tried}`;
  const filled = act
    .replace('{whom}', () => whom)
    .replace('{others}', () => others)
    .replace('{team}', () => team)
    .replace('{n}', String(entry.related.length));
  const counted = entry.outcome !== 'success' || listActions.has(entry.action);
  const times = entry.count > 1 && counted ? `, ${entry.count} times` : '';
  return `${actorLabel(entry, nameOf)} ${filled}${times}`;
}

/** A short name of the action for the filter: 'Sign in', 'Download a document'. */
export const actionLabel = (action: AuditAction): string =>
  copy.actions[action].tried.replace('{whom}', 'someone').replace(/^./, (letter) => letter.toUpperCase());
