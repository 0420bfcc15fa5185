/** Advice for a document that the patient views on the phone, for example in a portal, and so cannot photograph. */
const printAgain =
  'To make a copy that we can take: open it on your phone, choose Share, then Print, and save it as a new PDF.';

interface ErrorDefinition {
  /** The usual HTTP status; a call may use another one where docs/api.md says so. */
  readonly status: number;
  /** The English sentence. `{name}` stands for a parameter, which the envelope repeats in `params`. */
  readonly text: string;
  /** The default of `Retry-After`, in seconds. */
  readonly retryAfter?: number;
}

/**
 * Every failure of the API by its code, each with one sentence. A test ensures that no two codes share a sentence,
 * except for two pairs of upload errors that only programs have to distinguish.
 */
export const errors = {
  // The request
  bad_request: { status: 400, text: 'The request could not be read' },
  too_long: { status: 400, text: '{field} can be at most {max} characters' },
  field_invalid: { status: 400, text: '{field} is not valid' },
  too_many_documents: { status: 400, text: 'At most {max} documents can be handled at once' },
  payload_too_large: { status: 413, text: 'The request is too large' },
  unsupported_media_type: { status: 415, text: 'This kind of content is not accepted here' },
  https_required: { status: 403, text: 'Please use the https address of this service' },
  rate_limited: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },

  // Access
  unauthorized: { status: 401, text: 'Please sign in' },
  forbidden: { status: 403, text: 'You do not have permission to do this' },
  proof_required: { status: 403, text: 'Please enter your password again to do this' },
  not_found: { status: 404, text: 'Not found' },

  // Signing in and passwords
  credentials_required: { status: 400, text: 'Email and password are required' },
  invalid_credentials: { status: 401, text: 'Invalid email or password' },
  account_disabled: { status: 403, text: 'Your account has been disabled' },
  password_link_needed: {
    status: 401,
    text: 'Too many failed sign-ins. Use "Forgot your password?" to get a link by email and set a new password.',
  },
  email_required: { status: 400, text: 'Email is required' },
  reset_token_invalid: { status: 400, text: 'Invalid or missing reset token' },
  password_required: { status: 400, text: 'Password is required' },
  current_password_required: { status: 400, text: 'Your current password is required' },
  password_wrong: { status: 400, text: 'The password is not right' },
  password_too_short: { status: 400, text: 'Password must be at least {min} characters' },
  password_too_common: {
    status: 400,
    text: 'This password is too easy to guess. Please choose another one.',
  },
  password_breached: {
    status: 400,
    text: 'This password is known from a data breach. Please choose another one.',
  },

  // The second factor
  second_factor_needed: { status: 401, text: 'Enter the code from your authenticator app' },
  second_factor_setup_needed: {
    status: 401,
    text: 'Your clinic asks for a second factor. Set it up to sign in.',
  },
  code_required: { status: 400, text: 'A code is required' },
  invalid_code: {
    status: 400,
    text: 'This code is not right. Each code works once, for about 30 seconds.',
  },
  sign_in_over: { status: 401, text: 'This sign-in has ended. Please enter your password again.' },
  enrolment_over: {
    status: 409,
    text: 'This set-up has ended. Check whether it succeeded before you start again.',
  },
  second_factor_not_set_up: { status: 409, text: 'No second factor is set up' },
  second_factor_required: {
    status: 409,
    text: 'Your clinic requires a second factor, so it cannot be turned off',
  },

  // Sessions and users
  session_not_found: { status: 404, text: 'This session has ended already' },
  user_not_found: { status: 404, text: 'User not found' },
  email_taken: { status: 409, text: 'A user with this email already exists' },
  audit_search_wide: {
    status: 400,
    text: 'Too much matches this search to export it. Type more of the reference or name.',
  },
  invitation_accepted: { status: 409, text: 'This person has already set a password' },
  invitation_disabled: { status: 409, text: 'This account is disabled. Enable it before inviting again.' },
  view_name_required: { status: 400, text: 'A name is required' },
  view_name_taken: { status: 409, text: 'You already have a view with this name' },
  view_holds_link: { status: 400, text: 'A view cannot hold a link. Search for the reference instead.' },
  views_full: { status: 409, text: 'You can keep at most {max} views of a list' },
  first_name_required: { status: 400, text: 'First name is required' },
  last_name_required: { status: 400, text: 'Last name is required' },

  // Teams and cover
  team_name_required: { status: 400, text: 'A team needs a name' },
  team_name_taken: { status: 409, text: 'Another team has this name' },
  teams_full: { status: 409, text: 'You can keep at most {max} teams' },
  team_full: { status: 409, text: 'A team can have at most {max} members' },
  team_member_disabled: {
    status: 409,
    text: 'This account is disabled. Enable it before adding it to a team.',
  },
  member_teams_full: { status: 409, text: 'A person can be in at most {max} teams' },
  cover_required: { status: 400, text: 'Please choose the colleague who stands in' },
  cover_self: { status: 400, text: 'Please choose someone other than the person who is away' },
  cover_unavailable: {
    status: 409,
    text: 'This absence cannot be set: one of the two accounts is disabled or not set up yet',
  },
  cover_exists: { status: 409, text: 'An absence has been set already. End it before setting another one.' },
  cover_colleague_full: {
    status: 409,
    text: 'This colleague stands in for {max} others already. Please choose someone else.',
  },
  cover_period_invalid: { status: 400, text: 'The absence must end after it starts, and not in the past' },
  cover_too_long: { status: 400, text: 'An absence must start and end within the next {max} months' },
  hand_over_unavailable: {
    status: 409,
    text: 'The links cannot go to this person or team any more. Please choose again.',
  },

  // Links, for clinicians
  token_not_found: { status: 404, text: 'Token not found' },
  patient_ref_required: { status: 400, text: 'Patient Reference ID is required' },
  only_revocation: { status: 400, text: 'Tokens can only be revoked' },
  token_not_active: { status: 409, text: 'Only active tokens can be revoked' },
  token_receiving: { status: 409, text: 'A document is just being received' },
  extend_used: { status: 409, text: 'A used link cannot be extended' },
  extend_revoked: { status: 409, text: 'A revoked link cannot be extended' },
  extend_expired: { status: 409, text: 'An expired link cannot be extended. Send a new link instead.' },
  reissue_used: { status: 409, text: 'This link has received its document. Generate another link instead.' },
  again_no_document: { status: 409, text: 'This link has no document that can be asked for again' },
  again_words_required: { status: 400, text: 'Please write what the patient should send' },
  reissue_no_number: {
    status: 409,
    text: 'No phone number or email address is kept for this link. Make the new link without sending it, and copy it.',
  },
  assign_nothing: { status: 400, text: 'Choose a colleague or a team' },
  colleague_unknown: { status: 400, text: 'This colleague does not exist or cannot sign in' },
  team_unknown: { status: 400, text: 'This team does not exist or has been archived' },
  team_not_yours: { status: 403, text: 'You do not belong to this team' },
  token_replaced: { status: 409, text: 'A new link has already been made for this one' },
  problem_changed: { status: 409, text: 'The patient has written again. Please read it first.' },
  patient_check_off: { status: 409, text: 'The patient check is turned off' },
  check_not_set: { status: 409, text: 'This link has no patient check' },
  reissue_check_gone: {
    status: 409,
    text: 'The date of birth for this link is no longer kept. Generate another link instead.',
  },
  bulk_count_invalid: { status: 400, text: 'Please enter a valid number of tokens (1-100)' },
  language_not_offered: { status: 400, text: 'Your clinic does not offer this language' },
  expiry_days_invalid: { status: 400, text: 'Expiry must be from 1 to 365 days' },

  // Request templates
  template_name_required: { status: 400, text: 'A template needs a name' },
  template_name_taken: { status: 409, text: 'Another template has this name' },
  template_unknown: { status: 400, text: 'This template does not exist any more' },
  template_braces: { status: 400, text: 'Braces can only be used for the place of the link' },
  template_changed: {
    status: 409,
    text: 'Someone else has changed this template since you opened it. Please open it again.',
  },
  template_outdated: {
    status: 409,
    text: 'This template has been changed. Please check the instructions for the patient and the settings again.',
  },
  item_label_required: { status: 400, text: 'Please name every document that you ask for' },
  item_label_holds_link: { status: 400, text: 'The name of a document cannot contain a link' },
  items_count: { status: 400, text: 'A request asks for at most 10 documents' },
  templates_full: { status: 409, text: 'You can keep at most {max} templates' },
  instructions_required: { status: 400, text: 'Please write the instructions for the patient' },
  instructions_hold_link: { status: 400, text: 'Instructions cannot contain a link' },
  default_language_missing: {
    status: 400,
    text: 'The instructions are missing in the default language of your clinic',
  },

  // Text messages and emails to patients
  phone_required: { status: 400, text: 'Phone number is required' },
  phone_invalid: { status: 400, text: 'Please enter a valid phone number' },
  sheet_token_not_active: { status: 409, text: 'Only active links can be printed' },
  sms_token_not_active: { status: 409, text: 'SMS can only be sent for active tokens' },
  sms_clinician_limit: {
    status: 429,
    text: 'You have sent as many text messages as one person may send in a day. Please try again tomorrow.',
  },
  sms_number_limit: {
    status: 429,
    text: 'This number has been texted as often as is allowed in a day. Please try again tomorrow.',
  },
  sms_refused: { status: 502, text: '{reason}' },
  email_address_invalid: { status: 400, text: 'Please enter a valid email address' },
  email_token_not_active: { status: 409, text: 'Email can only be sent for active tokens' },
  email_clinician_limit: {
    status: 429,
    text: 'You have sent as many emails as one person may send in a day. Please try again tomorrow.',
  },
  email_address_limit: {
    status: 429,
    text: 'This address has been emailed as often as is allowed in a day. Please try again tomorrow.',
  },
  send_at_invalid: { status: 400, text: 'Please choose a valid date and time' },
  send_at_soon: { status: 400, text: 'Please choose a time at least {min} minutes from now' },
  send_at_late: {
    status: 409,
    text: 'Please choose a time at least {min} hours before the link expires, so that the patient can use it',
  },
  send_at_far: { status: 400, text: 'Please choose a time at most {max} days from now' },
  text_holds_link: {
    status: 400,
    text: 'A text that is sent later cannot contain another link or part of one. Please remove it.',
  },
  schedule_sending: { status: 409, text: 'It is being sent at this moment, so it can no longer be changed' },
  schedule_not_open: { status: 409, text: 'Nothing is scheduled any more. It may have been sent already' },
  reminders_invalid: { status: 400, text: 'Reminders must be true or false' },
  reminders_not_planned: { status: 409, text: 'This link has no planned reminders' },
  thanks_no_document: { status: 409, text: 'This link has no document that can be opened' },
  thanks_no_number: { status: 409, text: 'No phone number is kept for this link' },
  thanks_sent: { status: 409, text: 'Thanks have already been sent' },
  thanks_unconfirmed: { status: 409, text: 'Another sentence may have been sent already' },

  // Requests from a file
  sending_rows_invalid: { status: 400, text: 'A file can have 1 to 500 rows' },
  sending_nothing: { status: 409, text: 'No row can be sent' },
  sending_job_ended: { status: 409, text: 'This file has been handled' },

  // Documents
  document_not_found: { status: 404, text: 'Document not found' },
  document_not_drawable: {
    status: 422,
    text: 'This document cannot be shown here. Open the original instead.',
  },
  document_unreadable: { status: 500, text: 'This document cannot be read at the moment' },
  review_changed: {
    status: 409,
    text: 'Someone else has changed this since you opened it. Please check it again.',
  },
  review_impossible: { status: 409, text: 'A document that cannot be opened cannot be reviewed or filed' },
  deletion_empty: { status: 400, text: 'Please select documents to delete' },
  download_empty: { status: 400, text: 'No documents selected' },

  // The patient check. The page has separate sentences for patients.
  check_needed: { status: 403, text: 'Please open the link and enter the date of birth first' },
  check_wrong: { status: 422, text: 'The date of birth is not right. Tries left: {left}' },
  check_waiting: { status: 429, text: 'The date of birth was wrong too often. Please try again later.' },
  check_locked: { status: 409, text: 'The date of birth was wrong too often. Please contact your clinic.' },

  // Links, for patients
  link_missing: { status: 404, text: 'No token provided. Please use the link provided by your clinician.' },
  link_unknown: {
    status: 404,
    text: 'Invalid or expired token. Please contact your clinician for a new link.',
  },
  link_expired: {
    status: 410,
    text: 'This link has expired. Please contact your clinician for a new link.',
  },
  link_revoked: {
    status: 410,
    text: 'This link has been cancelled. Please contact your clinician for a new link.',
  },
  link_used: {
    status: 410,
    text: 'This link has already been used. Please contact your clinician for a new link.',
  },

  // Uploads
  upload_in_progress: { status: 409, text: 'A document is being sent with this link right now' },
  upload_not_finished: { status: 409, text: 'A document is being sent with this link right now' },
  document_differs: {
    status: 422,
    text: 'Another document was received with this link. The file chosen now was not sent.',
  },
  file_required: { status: 400, text: 'Please select a file to upload' },
  file_empty: { status: 400, text: 'The selected file is empty' },
  file_too_large: { status: 413, text: 'File size must be less than 5MB' },
  file_type_refused: { status: 415, text: 'Only JPG, PNG, and PDF files are allowed' },
  file_infected: { status: 422, text: 'The selected file contains a virus and was not accepted' },
  file_protected: { status: 422, text: 'The selected file is password protected' },
  file_active: {
    status: 422,
    text: `The selected PDF contains a program and was not accepted. ${printAgain}`,
  },
  file_reaches_out: {
    status: 422,
    text: `The selected PDF is set up to contact another computer when it is opened, so it was not accepted. ${printAgain}`,
  },
  file_has_attachments: {
    status: 422,
    text: `The selected PDF has other files inside it and was not accepted. ${printAgain}`,
  },
  file_incomplete: {
    status: 422,
    text: 'The selected PDF is incomplete: part of it is missing. Please download or scan it again and send the new file.',
  },
  file_unreadable: { status: 422, text: 'The selected PDF could not be opened' },
  file_uncheckable: { status: 422, text: 'The selected file could not be checked and was not accepted' },
  pdf_uncheckable: { status: 422, text: 'The selected PDF could not be checked and was not accepted' },
  image_too_large: {
    status: 422,
    text: 'The selected picture is too large to open: it has more than {millions} million pixels',
  },
  picture_incomplete: {
    status: 422,
    text: 'The picture is incomplete: only part of it is here. Please take or download it again.',
  },
  too_many_refused_files: {
    status: 429,
    text: 'Several files sent with this link could not be accepted. Please wait a few minutes before you try another one.',
  },
  quota_reached: {
    status: 429,
    text: 'Your clinic has received as many documents as it can take today. Please try again tomorrow.',
  },
  request_timeout: { status: 408, text: 'The upload took too long. Please try again.' },
  storage_unavailable: {
    status: 503,
    text: 'Your document could not be stored just now. Nothing was lost: please try again in a moment.',
    retryAfter: 5,
  },
  upload_unavailable: {
    status: 503,
    text: 'Your document could not be stored just now. Nothing was lost: please try again in a moment.',
    retryAfter: 5,
  },

  // The server
  internal_error: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  service_unavailable: {
    status: 503,
    text: 'This part of the service is not available at the moment. Please try again shortly.',
    retryAfter: 5,
  },
} as const satisfies Record<string, ErrorDefinition>;

/** Names of fields in sentences, matching the labels on the screens. */
export const fieldLabels = {
  patientRefId: 'Patient Reference ID',
  nickname: 'Patient Nickname/Initials',
  notes: 'Notes',
  customMessage: 'Message',
  prefix: 'Patient ID Prefix',
  search: 'Search',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  reason: 'Reason',
  comment: 'Comment',
  since: 'From',
  until: 'To',
  birth_date: 'Date of birth',
  from: 'The first day',
  initials: 'Initials',
  instructions: 'The instructions',
  sms: 'The text message',
} as const;
