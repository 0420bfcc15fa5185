import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { messages, success } from '@caredrop/contracts';
import { Callers, drainBody } from '@caredrop/service-kit';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { DocumentMetrics } from '../metrics.js';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import type { IncomingUpload } from './incoming-upload.js';
import { ReceiveUpload } from './receive-upload.js';
import { UploadRejections } from './upload-rejections.js';
import { declaredType, UPLOAD_PATH } from './upload-body.js';
import { ClientGone, outcomeOf } from './upload.errors.js';

@Callers('gateway')
@Controller()
export class UploadsController {
  constructor(
    private readonly receive: ReceiveUpload,
    private readonly work: WorkInFlight,
    private readonly metrics: DocumentMetrics,
    private readonly rejections: UploadRejections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The public route is POST /upload/{token}. The gateway passes the token in a header, so that no URL between
   * services contains it.
   */
  @Post(UPLOAD_PATH)
  async upload(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    try {
      const upload = await this.work.track(this.receive.execute(toUpload(request)));
      this.metrics.uploads.inc({ outcome: 'received' });
      return success({ upload }, messages.upload.success);
    } catch (error) {
      this.metrics.uploads.inc({ outcome: outcomeOf(error) });
      await this.rejections.note(error);
      if (!(error instanceof ClientGone)) throw error;
      reply.hijack();
      reply.raw.destroy();
    } finally {
      this.drain(request.raw, reply.raw);
    }
  }

  /** When the limits are exceeded the connection is cut, but not before the response is sent. */
  private drain(request: IncomingMessage, response: ServerResponse): void {
    const { DRAIN_BYTES: bytes, DRAIN_MS: withinMs } = this.config;
    const cut = () => {
      if (response.writableFinished) request.destroy();
      else response.once('finish', () => request.destroy());
    };
    void drainBody(request, { bytes, withinMs, cut });
  }
}

function toUpload(request: FastifyRequest): IncomingUpload {
  return {
    request: request.raw,
    contentType: declaredType(request),
    link: header(request, 'x-link-token'),
    idempotencyHash: hashOf(header(request, 'idempotency-key')),
    patient: patientOf(request),
  };
}

/** Longer values are not valid proofs; they are dropped, and the token service decides. */
const MAX_PROOF = 200;

function patientOf(request: FastifyRequest): IncomingUpload['patient'] {
  const [proof, browser] = [header(request, 'x-patient-proof'), header(request, 'x-patient-browser')];
  const isOurs = [proof, browser].every(({ length }) => length > 0 && length <= MAX_PROOF);
  return isOurs ? { proof, browser } : undefined;
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

const hashOf = (key: string) => (key === '' ? null : createHash('sha256').update(key).digest('hex'));
