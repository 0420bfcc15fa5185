import {
  sendingCheckResponse,
  sendingJobResponse,
  sendingJobBody,
  sendingJobsResponse,
  sendingResultsResponse,
  sendingRowsResponse,
} from '@caredrop/contracts';
import type { Operation } from './operation.js';

/** Calls about files of requests, keyed by row of the routing table. */
export const sendingJobs: Record<string, Operation> = {
  'POST /sending-jobs/check': {
    tag: 'Links',
    summary:
      'Check the rows of a file of requests: which can be texted or emailed, why others cannot, and the cost in SMS segments',
    body: sendingJobBody,
    response: sendingCheckResponse,
    rejections: [400],
  },
  'POST /sending-jobs': {
    tag: 'Links',
    summary:
      'Create a link for each row of a file that can be sent, and text or email it. Repeat the call with the same ' +
      'Idempotency-Key after a lost response: nothing is sent twice',
    body: sendingJobBody,
    response: sendingJobResponse,
    status: 201,
    rejections: [400, 403, 409],
    codes: { 403: ['team_not_yours'] },
  },
  'GET /sending-jobs': {
    tag: 'Links',
    summary: 'List your last 20 files of requests, newest first',
    response: sendingJobsResponse,
  },
  'GET /sending-jobs/:id': {
    tag: 'Links',
    summary: 'Get the progress of a file of requests',
    response: sendingJobResponse,
    rejections: [404],
  },
  'GET /sending-jobs/:id/rows': {
    tag: 'Links',
    summary: 'List the rows of a file of requests, each with its state',
    response: sendingRowsResponse,
    rejections: [404],
  },
  'POST /sending-jobs/:id/results': {
    tag: 'Links',
    summary: 'Export the rows of a file of requests with their links; recorded like an export of links',
    response: sendingResultsResponse,
    rejections: [404],
  },
  'POST /sending-jobs/:id/pause': {
    tag: 'Links',
    summary: 'Pause a file of requests. A text that is already being handed over is still sent',
    response: sendingJobResponse,
    rejections: [404, 409],
  },
  'POST /sending-jobs/:id/start': {
    tag: 'Links',
    summary: 'Start a scheduled file of requests now',
    response: sendingJobResponse,
    rejections: [404, 409],
  },
  'POST /sending-jobs/:id/resume': {
    tag: 'Links',
    summary: 'Resume a paused file of requests',
    response: sendingJobResponse,
    rejections: [404, 409],
  },
  'POST /sending-jobs/:id/cancel': {
    tag: 'Links',
    summary: 'Cancel the rest of a file of requests. Links that were sent stay valid',
    response: sendingJobResponse,
    rejections: [404, 409],
  },
};
