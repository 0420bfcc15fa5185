import { counter } from '@caredrop/service-kit';

/** The service's metrics. No label ever holds an id or a name. */
export class TokenMetrics {
  readonly claims = counter('claims_total', 'Claims of upload links by outcome', ['outcome']);
  readonly settlements = counter(
    'claim_settlements_total',
    'Confirmed claims that had to be settled by asking the document service, by outcome',
    ['outcome'],
  );
  /** Outcomes: `asked`, `link_unknown`, `link_not_renewable`, or `error`. */
  readonly renewalAsks = counter(
    'link_renewals_asked_total',
    'Requests from patients for a new link, by outcome',
    ['outcome'],
  );
  /** Outcomes: `reported`, `repeated`, `link_unknown`, `link_not_active`, or `error`. */
  readonly problemReports = counter(
    'link_problems_reported_total',
    'Reports from patients who cannot send their document, by outcome',
    ['outcome'],
  );
  /** Outcomes: `opened`, `repeated`, `link_unknown`, `link_not_active`, or `error`. */
  readonly openings = counter(
    'links_opened_total',
    'Reports by the patient page that a person has opened a link, by outcome',
    ['outcome'],
  );
  /** Outcomes: `sent`, the code of the error, or `error`. */
  readonly thanks = counter('thanks_total', 'Texts that thank patients for a document, by outcome', [
    'outcome',
  ]);
  /** Labels: the language of a link by its id, and who chose it: `clinician` or `patient`. */
  readonly languages = counter(
    'link_languages_chosen_total',
    'Languages chosen for links, by language and who chose it',
    ['language', 'by'],
  );
  readonly reissues = counter(
    'links_reissued_total',
    'Links replaced by a new one: by hand, automatically, or because a document was asked for again',
    ['how'],
  );
  /**
   * Outcomes: `sent`, `refused` or `in_doubt` by the provider or mail server, `limited` or `postponed` to a later time,
   * `cancelled`, or the stop rule that prevented a reminder. An email that no mail server accepted in time counts as
   * `refused`.
   */
  readonly reminders = counter('reminders_total', 'Reminders by channel and outcome', ['channel', 'outcome']);
  /** Outcomes: `sent`, `failed`, `postponed` by a limit, `cancelled`, or `ended` with the link. */
  readonly scheduledSends = counter('scheduled_sends_total', 'Scheduled texts and emails by outcome', [
    'channel',
    'outcome',
  ]);
  /** Outcomes: `sent`, `unconfirmed` or `failed`. */
  readonly sendingRows = counter('sending_rows_total', 'Rows of files of requests by outcome', ['outcome']);
  /** Outcomes: `continued` with the next document, `skipped` by the patient, `completed`. */
  readonly requests = counter(
    'document_requests_total',
    'Steps of requests for several documents by outcome',
    ['outcome'],
  );
  readonly statisticsDays = counter('statistics_days_counted_total', 'Days counted for the statistics', []);
  /** How: `by_hand`, or `all_at_once` when an account is disabled. */
  readonly assignments = counter(
    'link_assignments_total',
    'Links assigned to another owner or team, by how',
    ['how'],
  );
  /** Outcomes: `passed`, the code of the error, or `error`. */
  readonly patientChecks = counter('patient_checks_total', 'Answers to patient checks by outcome', [
    'outcome',
  ]);
  /** Outcomes: `valid`, the code of the error, or `error`. */
  readonly validations = counter('link_validations_total', 'Link checks by outcome', ['outcome']);
}
