import type { MailTemplate } from './mail-template.js';

/**
 * What every email to staff may contain. None can name a patient, reference, file or comment: there are no fields for
 * them.
 */
export interface MailFacts {
  firstName: string;
  clinic: string;
  publicUrl: string;
}

export interface LinkFacts extends MailFacts {
  tokenId: string;
  /** A colleague whose account is disabled looked after the link: its owner or, in a collected email, its recipient. */
  forColleague: boolean;
}

export interface DocumentFacts extends LinkFacts {
  documentId: string;
}

export interface SignInFacts extends MailFacts {
  /** For example `Chrome on Windows`. */
  device: string;
  /** For example `203.0.113.x`; null when unknown. */
  network: string | null;
  /** For display, with its time zone. */
  time: string;
}

export interface ActionLinkFacts extends MailFacts {
  /** Newly minted; exists only in this email. */
  url: string;
  /** For display, with its time zone. */
  expires: string;
}

const greeting = ({ firstName }: MailFacts) => (firstName.trim() ? `Hello ${firstName.trim()},` : 'Hello,');
const whose = ({ forColleague }: LinkFacts) =>
  forColleague
    ? 'a link looked after by a colleague whose account is disabled'
    : 'a link that you look after';

export const documentArrived = (facts: DocumentFacts): MailTemplate => ({
  subject: 'A document has arrived',
  greeting: greeting(facts),
  lines: [
    `A patient has sent a document through ${whose(facts)}. To open it, sign in here:`,
    { link: `${facts.publicUrl}/documents/${facts.documentId}` },
  ],
});

export interface CollectionFacts extends MailFacts {
  /** At least 2. */
  documents: number;
  forColleague: boolean;
}

/** Links to *Needs attention*: unlike `/documents`, it also opens with the documents of teams and absent colleagues. */
export const documentsArrived = (facts: CollectionFacts): MailTemplate => ({
  subject: `${facts.documents} documents have arrived`,
  greeting: greeting(facts),
  lines: facts.forColleague
    ? [
        `Patients have sent ${facts.documents} documents through links looked after by a colleague whose account is disabled. To see them in the list, sign in here:`,
        { link: `${facts.publicUrl}/admin/documents` },
      ]
    : [
        `Patients have sent ${facts.documents} documents through links that you look after. To see what still needs attention, sign in here:`,
        { link: `${facts.publicUrl}/worklist` },
        'You can choose how often you get these emails under Account security:',
        { link: `${facts.publicUrl}/account-security` },
      ],
});

export const documentRejected = (facts: DocumentFacts): MailTemplate => ({
  subject: 'A document could not be accepted: please send a new link',
  greeting: greeting(facts),
  lines: [
    `A document sent through ${whose(facts)} contains a virus. It has been locked away and cannot be opened.`,
    'The link has been used up. Please create a new link for this patient and ask them to send the document again, if possible from another device or as a photo. To see which link it was, sign in here:',
    { link: `${facts.publicUrl}/tokens/${facts.tokenId}` },
  ],
});

export const renewalAsked = (facts: LinkFacts): MailTemplate => ({
  subject: 'A patient asks for a new link',
  greeting: greeting(facts),
  lines: [
    `A patient could not send a document through ${whose(facts)} and has asked for a new link. To see which link it was and send a new one, sign in here:`,
    { link: `${facts.publicUrl}/tokens/${facts.tokenId}` },
    'If the patient no longer has to send anything, you don’t need to do anything.',
  ],
});

export const problemReported = (facts: LinkFacts): MailTemplate => ({
  subject: 'A patient cannot send a document',
  greeting: greeting(facts),
  lines: [
    `A patient says that they cannot send a document through ${whose(facts)}, or that the link is not meant for them. To read what they wrote, sign in here:`,
    { link: `${facts.publicUrl}/tokens/${facts.tokenId}` },
    'Patients are asked not to report anything urgent this way, and they do not get an automatic reply. Please contact the patient as you usually do, then mark the message as done.',
  ],
});

export const checkLocked = (facts: LinkFacts): MailTemplate => ({
  subject: 'A link is locked after too many wrong dates of birth',
  greeting: greeting(facts),
  lines: [
    `Someone has entered too many wrong dates of birth for ${whose(facts)}. The link accepts no document until you unlock it. Speak to the patient before you do. To see the link, sign in here:`,
    { link: `${facts.publicUrl}/tokens/${facts.tokenId}` },
    'If you may have entered the wrong date, or the message may have reached the wrong person, revoke the link and generate a new one.',
  ],
});

export const passwordReset = (facts: ActionLinkFacts): MailTemplate => ({
  subject: 'Set a new password',
  greeting: greeting(facts),
  lines: [
    `Someone asked to set a new password for your account at ${facts.clinic}. If this was you, open this link and choose one:`,
    { link: facts.url },
    `The link can be used once, until ${facts.expires}.`,
    'If this was not you, you don’t need to do anything: your password stays the same.',
  ],
});

export const passwordLinkNeeded = (facts: ActionLinkFacts): MailTemplate => ({
  subject: 'Many failed sign-ins: set a new password',
  greeting: greeting(facts),
  lines: [
    `There have been too many failed sign-ins in a row to your account at ${facts.clinic}, and your password may now be refused even if it is correct. To sign in again, open this link and choose a new one:`,
    { link: facts.url },
    `The link can be used once, until ${facts.expires}. After that, you can get another one here:`,
    { link: `${facts.publicUrl}/forgot-password` },
    'None of these attempts succeeded. If they were not yours, someone is trying to guess your password: choose one that you do not use anywhere else.',
  ],
});

export const invitation = (facts: ActionLinkFacts): MailTemplate => ({
  subject: 'Your account is ready: choose a password',
  greeting: greeting(facts),
  lines: [
    `${facts.clinic} has created an account for you on Caredrop, where patients send their documents through a secure link. Open this link and choose a password:`,
    { link: facts.url },
    `The link can be used once, until ${facts.expires}. After that, ask your administrator for a new one.`,
  ],
});

export const passwordChanged = (facts: MailFacts): MailTemplate => ({
  subject: 'Your password was changed',
  greeting: greeting(facts),
  lines: [
    `The password for your account at ${facts.clinic} was changed, and you were signed out on all other devices. If this was you, you don’t need to do anything.`,
    'If this was not you, set a new password at once and tell your administrator:',
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});

export const signInFailures = (facts: MailFacts): MailTemplate => ({
  subject: 'Many failed sign-ins to your account',
  greeting: greeting(facts),
  lines: [
    `Someone has entered a wrong password for your account at ${facts.clinic} at least ten times in a row. None of these attempts succeeded. If this was you, you don’t need to do anything; you can also set a new password here:`,
    { link: `${facts.publicUrl}/forgot-password` },
    'If this was not you, your account is still protected: further attempts are slowed down, and after too many of them, signing in from an unfamiliar network requires a link that we send you. If you use the same password elsewhere, or it is easy to guess, please set a new one.',
  ],
});

export interface PersonFacts extends MailFacts {
  person: { name: string; email: string };
}

export const adminAdded = (facts: PersonFacts): MailTemplate => ({
  subject: 'There is a new administrator',
  greeting: greeting(facts),
  lines: [
    `${facts.person.name} (${facts.person.email}) is now an administrator at ${facts.clinic} and can open every document. You receive this email because you are an administrator too. If you expected this, you don’t need to do anything.`,
    'If you did not expect this, ask the people who run the system to remove the role at once, and check in the audit log who granted it:',
    { link: `${facts.publicUrl}/admin/audit` },
  ],
});

export const teamJoined = (facts: MailFacts): MailTemplate => ({
  subject: 'You are now a member of a team',
  greeting: greeting(facts),
  lines: [
    `An administrator at ${facts.clinic} has added you to a team. You can work on the team’s links and documents, and you will also get the emails about them.`,
    'To see which teams you are in, or to choose whether you get these emails, go to Account security:',
    { link: `${facts.publicUrl}/account-security` },
    'If you should not be in this team, please ask your administrator to remove you.',
  ],
});

export const teamMemberAdded = (facts: PersonFacts): MailTemplate => ({
  subject: 'A team has a new member',
  greeting: greeting(facts),
  lines: [
    `${facts.person.name} (${facts.person.email}) was added to a team at ${facts.clinic} and can open all its documents. You receive this email because you are an administrator. If you expected this, you don’t need to do anything.`,
    'If you did not expect this, check in the audit log who added the person:',
    { link: `${facts.publicUrl}/admin/audit` },
    'Then remove the person from the team:',
    { link: `${facts.publicUrl}/admin/teams` },
  ],
});

export const standingIn = (facts: MailFacts): MailTemplate => ({
  subject: 'You have been chosen to stand in for a colleague',
  greeting: greeting(facts),
  lines: [
    `A colleague at ${facts.clinic} will be away, and you have been chosen to stand in. During the absence, you can work on the colleague’s links and documents, and you will also get the emails about them.`,
    'To see who it is, and when the absence begins and ends, go to Account security:',
    { link: `${facts.publicUrl}/account-security` },
    'If you cannot stand in, please ask the colleague or your administrator to choose someone else.',
  ],
});

export const absenceSet = (facts: MailFacts): MailTemplate => ({
  subject: 'An absence was set for your account',
  greeting: greeting(facts),
  lines: [
    `An absence was set for your account at ${facts.clinic}. While it lasts, a colleague can work on your links and documents, and also gets the emails about them. If you set it yourself, or an administrator did so for you, you don’t need to do anything.`,
    'To see who stands in and when the absence begins and ends, or to end it now, go to Account security:',
    { link: `${facts.publicUrl}/account-security` },
    'If no one at the clinic set it, someone else is using your account: end the absence, set a new password at once and tell your administrator:',
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});

export const accountDisabled = (facts: MailFacts): MailTemplate => ({
  subject: 'Your account was disabled',
  greeting: greeting(facts),
  lines: [
    `An administrator has disabled your account at ${facts.clinic}. You can no longer sign in.`,
    'The links that you gave to patients still work; what they send goes to the colleagues who take over, or to the administrators. If you think this is a mistake, please speak to your administrator.',
  ],
});

export const accountEnabled = (facts: MailFacts): MailTemplate => ({
  subject: 'Your account works again',
  greeting: greeting(facts),
  lines: [
    `An administrator has enabled your account at ${facts.clinic}. You can sign in again:`,
    { link: `${facts.publicUrl}/login` },
  ],
});

const notMe =
  'If this was not you, someone knows your password: set a new one at once and tell your administrator:';

export const secondFactorOn = (facts: MailFacts): MailTemplate => ({
  subject: 'A second factor was set up for your account',
  greeting: greeting(facts),
  lines: [
    `Signing in to your account at ${facts.clinic} now requires a code from an authenticator app as well as your password. Keep the recovery codes where you can find them without your phone.`,
    notMe,
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});

export const secondFactorReplaced = (facts: MailFacts): MailTemplate => ({
  subject: 'The authenticator app for your account was replaced',
  greeting: greeting(facts),
  lines: [
    `The codes for your account at ${facts.clinic} now come from a new authenticator app. The app you used before and your earlier recovery codes no longer work. If you switched to a new app yourself, you don’t need to do anything.`,
    'If this was not you, someone knows your password and can use your codes. Set a new password at once and ask your administrator to reset your second factor:',
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});

export const secondFactorOff = (facts: MailFacts): MailTemplate => ({
  subject: 'The second factor for your account was turned off',
  greeting: greeting(facts),
  lines: [
    `Signing in to your account at ${facts.clinic} now requires only your password. If you turned the second factor off yourself, you don’t need to do anything.`,
    notMe,
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});

export const secondFactorReset = (facts: MailFacts): MailTemplate => ({
  subject: 'The second factor for your account was reset',
  greeting: greeting(facts),
  lines: [
    `An administrator has removed the second factor from your account at ${facts.clinic}, and you were signed out everywhere. Sign in with your password and set the second factor up again with your new phone:`,
    { link: `${facts.publicUrl}/login` },
    'If you did not ask for this, please speak to your administrator at once.',
  ],
});

export const recoveryCodeUsed = (facts: MailFacts): MailTemplate => ({
  subject: 'A recovery code for your account was used',
  greeting: greeting(facts),
  lines: [
    `Your password and one of your recovery codes were used for your account at ${facts.clinic}, either to sign in or to change how you sign in. If this was you, cross that code out; when only a few are left, create new ones under Account security:`,
    { link: `${facts.publicUrl}/account-security` },
    notMe,
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});

export const newDevice = (facts: SignInFacts): MailTemplate => ({
  subject: 'New sign-in to your account',
  greeting: greeting(facts),
  lines: [
    `Someone signed in to your account at ${facts.clinic} from a new device or network: ${facts.device}, ${facts.time}${facts.network === null ? '' : `, from ${facts.network}`}. If this was you, you don’t need to do anything.`,
    'To see where you are signed in, or to sign out other devices, go to Account security:',
    { link: `${facts.publicUrl}/account-security` },
    notMe,
    { link: `${facts.publicUrl}/forgot-password` },
  ],
});
