import {
  askRenewalResponse,
  askRenewalBody,
  chooseLanguageResponse,
  chooseLanguageBody,
  checkLinkResponse,
  linkRequestResponse,
  linkBody,
  checkLinkBody,
  openedLinkResponse,
  openedLinkBody,
  reportProblemResponse,
  reportProblemBody,
  uploadResponse,
  validateResponse,
} from '@caredrop/contracts';
import type { Operation } from './operation.js';

/** Calls under the tag *Patient*, keyed by row of the routing table. */
export const patient: Record<string, Operation> = {
  'GET /tokens/validate/:token': {
    tag: 'Patient',
    summary: 'Check whether a link still works; has no side effects',
    response: validateResponse,
    patientProof: true,
    rejections: [404, 410],
  },
  'POST /links/renewals': {
    tag: 'Patient',
    summary:
      'Request a new link to replace an expired one; the response and its timing are the same for known and unknown links',
    body: askRenewalBody,
    response: askRenewalResponse,
    status: 202,
  },
  'POST /links/problems': {
    tag: 'Patient',
    summary:
      'Report why the document cannot be sent; the response and its timing are the same for known and unknown links',
    body: reportProblemBody,
    response: reportProblemResponse,
    status: 202,
    rejections: [400],
  },
  'POST /links/language': {
    tag: 'Patient',
    summary:
      'Choose the language in which the clinic writes to the patient of a link; the response and its timing are the ' +
      'same for known and unknown links',
    body: chooseLanguageBody,
    response: chooseLanguageResponse,
    status: 202,
  },
  'POST /links/check': {
    tag: 'Patient',
    summary:
      'Submit the date of birth that a link asks for; returns a proof that the browser sends with the upload. After ten ' +
      'wrong dates the patient has to wait; after thirty the link is locked until a clinician unlocks it',
    body: checkLinkBody,
    response: checkLinkResponse,
    rejections: [400, 404, 409, 410, 422, 429],
    codes: { 409: ['check_locked', 'check_not_set'], 422: ['check_wrong'], 429: ['check_waiting'] },
  },
  'POST /links/opened': {
    tag: 'Patient',
    summary:
      'Report that a person has used the page of a link; only the first report counts. The response and its timing are the ' +
      'same for known and unknown links',
    body: openedLinkBody,
    response: openedLinkResponse,
    status: 202,
  },
  'POST /links/request': {
    tag: 'Patient',
    summary:
      'Get what has arrived for a request for several documents, and the link to continue with; empty for a request for ' +
      'one document, and for a link that the clinic has replaced, except for the time of the replacement',
    body: linkBody,
    response: linkRequestResponse,
    patientProof: true,
    rejections: [400, 404],
  },
  'POST /links/skip': {
    tag: 'Patient',
    summary:
      'Skip the optional document of this link, which ends the link; returns the same as POST /links/request. ' +
      'Repeating the call changes nothing',
    body: linkBody,
    response: linkRequestResponse,
    patientProof: true,
    rejections: [400, 403, 404, 409, 410],
    codes: { 403: ['check_needed'], 409: ['upload_in_progress'] },
  },
  'POST /upload/:token': {
    tag: 'Patient',
    summary:
      'Send the document; uses up the link. After a lost response, repeat the call with the same Idempotency-Key and ' +
      'file to get the same receipt; another file is refused with 422',
    response: uploadResponse,
    patientProof: true,
    status: 201,
    rejections: [400, 403, 404, 409, 410, 413, 415, 422],
    codes: { 403: ['check_needed'] },
  },
};
