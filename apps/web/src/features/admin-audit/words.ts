import type { AuditAction, AuditEntry, AuditSource } from '@caredrop/contracts';

/** What somebody did, and what they tried when it was refused or failed. `{whom}` is the person it was about. */
export const words: Record<AuditAction, { done: string; tried: string }> = {
  'session.sign_in': { done: 'signed in', tried: 'sign in' },
  'session.sign_out': { done: 'signed out', tried: 'sign out' },
  'session.extend': { done: 'stayed signed in', tried: 'stay signed in' },
  'session.prove': { done: 'proved again who they are', tried: 'prove again who they are' },
  'session.end': { done: 'signed out another device of theirs', tried: 'sign out another device' },
  'password.request_reset': { done: 'asked for a new password for {whom}', tried: 'ask for a new password' },
  'password.reset': { done: 'set a new password', tried: 'set a new password' },
  'password.change': { done: 'changed their password', tried: 'change their password' },
  'second_factor.verify': { done: 'gave their second factor', tried: 'give a second factor' },
  'second_factor.turn_on': { done: 'set up a second factor', tried: 'set up a second factor' },
  'second_factor.turn_off': { done: 'turned off their second factor', tried: 'turn off their second factor' },
  'second_factor.use_recovery_code': { done: 'used a recovery code', tried: 'use a recovery code' },
  'second_factor.renew_recovery_codes': { done: 'made new recovery codes', tried: 'make new recovery codes' },
  'second_factor.require': {
    done: 'changed whether {whom} must use a second factor',
    tried: 'change whether {whom} must use a second factor',
  },
  'second_factor.reset': {
    done: 'reset the second factor of {whom}',
    tried: 'reset the second factor of {whom}',
  },
  'user.create': { done: 'made an account for {whom}', tried: 'make an account' },
  'user.invite': { done: 'invited {whom}', tried: 'invite somebody' },
  'user.disable': { done: 'disabled the account of {whom}', tried: 'disable the account of {whom}' },
  'user.enable': { done: 'enabled the account of {whom}', tried: 'enable the account of {whom}' },
  'user.change_role': { done: 'changed the role of {whom}', tried: 'change the role of {whom}' },
  'token.create': { done: 'made an upload link', tried: 'make an upload link' },
  'token.create_bulk': { done: 'made {n} upload links', tried: 'make upload links' },
  'token.send_sms': { done: 'texted an upload link', tried: 'text an upload link' },
  'token.revoke': { done: 'revoked an upload link', tried: 'revoke an upload link' },
  'token.expire': { done: 'closed an expired upload link', tried: 'close an expired upload link' },
  'token.export': { done: 'wrote {n} upload links into a file', tried: 'write upload links into a file' },
  'link.validate': { done: 'opened an upload link', tried: 'open an upload link' },
  'document.upload': { done: 'sent a document', tried: 'send a document' },
  'document.scan': { done: 'found a document free of malware', tried: 'clear a document of malware' },
  'document.view': { done: 'looked at a document’s page', tried: 'look at a document’s page' },
  'document.preview': { done: 'viewed a document', tried: 'view a document' },
  'document.download': { done: 'downloaded a document', tried: 'download a document' },
  'document.download_zip': {
    done: 'downloaded {n} documents as a zip',
    tried: 'download documents as a zip',
  },
  'document.delete': { done: 'deleted a document', tried: 'delete a document' },
  'document.delete_bulk': { done: 'deleted {n} documents', tried: 'delete documents' },
  'sms.suppress': { done: 'stopped texts to a number that asked for it', tried: 'stop texts to a number' },
  'callback.receive': {
    done: 'took in a message from the text provider',
    tried: 'pass for the text provider',
  },
  'service.start': { done: 'started', tried: 'start' },
  'settings.change': { done: 'started with changed settings', tried: 'change settings' },
  'access.refuse': { done: 'was refused', tried: 'do what is not theirs to do' },
  'keys.rotate': { done: 'took a new key into use', tried: 'take a new key into use' },
  'keys.rewrap': { done: 'sealed data with the new key', tried: 'seal data with the new key' },
  'keys.export': { done: 'exported keys, sealed', tried: 'export keys' },
  'storage.purge': { done: 'removed stored files that were deleted', tried: 'remove stored files' },
  'backup.create': { done: 'made a backup', tried: 'make a backup' },
  'backup.restore': { done: 'restored a backup', tried: 'restore a backup' },
  'data.reconcile': { done: 'compared and repaired what is stored', tried: 'compare what is stored' },
  'events.replay': { done: 'gave back events that had been put aside', tried: 'give back events' },
  'audit.export': { done: 'exported the audit', tried: 'export the audit' },
  'audit.prune': {
    done: 'removed audit entries past their keeping',
    tried: 'remove audit entries past their keeping',
  },
};

/** Why not, where the code does not say it well enough by itself. */
const reasons: Record<string, string> = {
  validation_failed: 'not valid',
  bad_request: 'not readable',
  unauthorized: 'not signed in any more',
  invalid_credentials: 'wrong email or password',
  second_factor_needed: 'second factor asked for',
  second_factor_setup_needed: 'second factor to be set up',
  invalid_code: 'wrong code',
  no_such_account: 'no such account',
  asked_too_often: 'asked too often',
  rate_limited: 'too many tries',
  token_not_active: 'link not active',
  link_unknown: 'no such link',
  link_expired: 'link expired',
  link_revoked: 'link revoked',
  link_used: 'link used already',
  file_infected: 'malware',
  infected: 'malware',
  no_verdict: 'scanner gave no verdict',
  client_gone: 'patient’s connection lost',
};

export const reasonWords = (code: string): string => reasons[code] ?? code.replaceAll('_', ' ');

/** A setting keeps the name that an operator knows it by. */
export const codeWords = (code: string): string => (/[a-z]/.test(code) ? code.replaceAll('_', ' ') : code);

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

const nobodies = { patient: 'A patient', anonymous: 'Somebody not signed in' };

/** Who did it, in words. */
export function actorWords({ actor, source }: AuditEntry, nameOf: Named): string {
  if (actor.kind === 'system') return services[source as AuditSource] ?? 'Caredrop';
  if (actor.kind !== 'user') return nobodies[actor.kind];
  return (actor.id && nameOf(actor.id)) || 'Somebody whose name is not known';
}

/** 'Dora Field signed in'; 'Somebody not signed in tried to open an upload link, 980 times'. */
export function sentenceOf(entry: AuditEntry, nameOf: Named): string {
  const { done, tried } = words[entry.action];
  const whom = (entry.subject?.kind === 'user' && nameOf(entry.subject.id)) || 'an account';
  const act = entry.outcome === 'success' ? done : `tried to ${tried}`;
  const filled = act.replace('{whom}', whom).replace('{n}', String(entry.related.length));
  const times = entry.count > 1 && entry.outcome !== 'success' ? `, ${entry.count} times` : '';
  return `${actorWords(entry, nameOf)} ${filled}${times}`;
}

/** A short name of the action for the filter: 'sign in', 'download a document'. */
export const actionLabel = (action: AuditAction): string =>
  words[action].tried.replace('{whom}', 'somebody').replace(/^./, (letter) => letter.toUpperCase());
