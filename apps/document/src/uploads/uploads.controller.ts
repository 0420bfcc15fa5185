import { createHash } from 'node:crypto';
import { messages, success } from '@caredrop/contracts';
import { Callers } from '@caredrop/service-kit';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { DocumentMetrics } from '../jobs/metrics.js';
import { WorkInFlight } from '../jobs/work-in-flight.js';
import { drain } from './drain.js';
import { outcomeOf, ReceiveUpload } from './receive-upload.js';
import { UploadRefusals } from './upload-refusals.js';
import { declaredType, UPLOAD_PATH } from './upload-body.js';
import { ClientGone } from './upload.errors.js';

@Callers('gateway')
@Controller()
export class UploadsController {
  constructor(
    private readonly receive: ReceiveUpload,
    private readonly work: WorkInFlight,
    private readonly metrics: DocumentMetrics,
    private readonly refusals: UploadRefusals,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** POST /upload/{token}: the gateway passes the link in a header, so that no URL contains it. */
  @Post(UPLOAD_PATH)
  async upload(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    try {
      const upload = await this.work.track(this.receive.run(toUpload(request)));
      this.metrics.uploads.inc({ outcome: 'received' });
      return success({ upload }, messages.upload.success);
    } catch (error) {
      this.metrics.uploads.inc({ outcome: outcomeOf(error) });
      await this.refusals.note(error);
      if (!(error instanceof ClientGone)) throw error;
      reply.hijack();
      reply.raw.destroy();
    } finally {
      drain(request.raw, reply.raw, this.config.DRAIN_BYTES, this.config.DRAIN_MS);
    }
  }
}

function toUpload(request: FastifyRequest) {
  return {
    request: request.raw,
    contentType: declaredType(request),
    link: header(request, 'x-link-token'),
    idempotencyHash: hashOf(header(request, 'idempotency-key')),
  };
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

const hashOf = (key: string) => (key === '' ? null : createHash('sha256').update(key).digest('hex'));
