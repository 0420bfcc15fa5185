import { Module } from '@nestjs/common';
import { CollectedMailModule } from '../collected-mail/collected-mail.module.js';
import { MailModule } from '../mail/mail.module.js';
import { KeepChoiceOnUserPreferencesChanged } from './keep-choice-on-user-preferences-changed.js';
import { MailAdminsOnUserBecameAdmin } from './mail-admins-on-user-became-admin.js';
import { MailLinkOnPasswordResetRequested } from './mail-link-on-password-reset-requested.js';
import { MailLinkOnUserInvited } from './mail-link-on-user-invited.js';
import { MailMemberOnTeamChanged } from './mail-member-on-team-changed.js';
import { MailOwnerOnCheckLocked } from './mail-owner-on-check-locked.js';
import { MailOwnerOnDocumentRejected } from './mail-owner-on-document-rejected.js';
import { MailBothOnUserCoverChanged } from './mail-both-on-user-cover-changed.js';
import { MailOwnerOnDocumentReleased } from './mail-owner-on-document-released.js';
import { MailOwnerOnProblemReported } from './mail-owner-on-problem-reported.js';
import { MailOwnerOnRenewalAsked } from './mail-owner-on-renewal-asked.js';
import { MailOwnerOnUploadCompleted } from './mail-owner-on-upload-completed.js';
import { MailOwnerOnTokenAssigned } from './mail-owner-on-token-assigned.js';
import { MailPatientOnEmailRequested } from './mail-patient-on-email-requested.js';
import { MailUserOnPasswordChanged } from './mail-user-on-password-changed.js';
import { MailUserOnSecondFactorChanged } from './mail-user-on-second-factor-changed.js';
import { MailUserOnSessionOpenedOnNewDevice } from './mail-user-on-session-opened-on-new-device.js';
import { MailUserOnSignInFailedRepeatedly } from './mail-user-on-sign-in-failed-repeatedly.js';
import { MailUserOnUserDisabled } from './mail-user-on-user-disabled.js';
import { MailUserOnUserEnabled } from './mail-user-on-user-enabled.js';

/**
 * Every event this service handles; `libs/messaging/src/topology/consumers.ts` binds its queue to the same events.
 */
@Module({
  imports: [MailModule, CollectedMailModule],
  controllers: [
    MailOwnerOnUploadCompleted,
    MailOwnerOnDocumentReleased,
    MailOwnerOnTokenAssigned,
    MailOwnerOnDocumentRejected,
    MailOwnerOnRenewalAsked,
    MailOwnerOnProblemReported,
    MailOwnerOnCheckLocked,
    MailLinkOnPasswordResetRequested,
    MailLinkOnUserInvited,
    MailPatientOnEmailRequested,
    MailUserOnPasswordChanged,
    MailUserOnSecondFactorChanged,
    MailUserOnSessionOpenedOnNewDevice,
    KeepChoiceOnUserPreferencesChanged,
    MailUserOnUserDisabled,
    MailUserOnUserEnabled,
    MailAdminsOnUserBecameAdmin,
    MailBothOnUserCoverChanged,
    MailMemberOnTeamChanged,
    MailUserOnSignInFailedRepeatedly,
  ],
})
export class SubscribersModule {}
