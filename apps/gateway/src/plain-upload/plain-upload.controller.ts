import { Controller, Inject, Post, Req, Res, SetMetadata } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { Forwarder } from '../forwarding/forwarder.js';
import { wholeBody } from '../forwarding/request-body.js';
import { isPlainProblem, plainTokenOf } from '../routing/is-plain-upload.js';
import { routeFor } from '../routing/routes.js';
import { ROUTE } from '../routing/serves.decorator.js';

const upload = routeFor('POST', '/upload/:token');
const problem = routeFor('POST', '/links/problems');

/**
 * The patient's page without script: its forms post to the page's own address, and the response is a page
 * (`plain-responses.ts`). Otherwise the same as POST /api/upload/{token}, or as POST /api/links/problems with the rate
 * limit for uploads. A third form looks up again how to continue a request for several documents.
 */
@Controller()
export class PlainUploadController {
  constructor(
    private readonly forwarder: Forwarder,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SMALL_BODY_MS'>,
  ) {}

  @Post('upload')
  @SetMetadata(ROUTE, upload)
  async receive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const token = plainTokenOf(request);
    if (token === '') throw appError('link_missing');
    if (isPlainProblem(request)) return this.report(token, request, reply);
    request.params = { token };
    await this.forwarder.forward(upload, request, reply);
  }

  private async report(token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const form = new URLSearchParams(
      (await wholeBody(problem, request.raw, this.config.SMALL_BODY_MS)).toString(),
    );
    // The page then looks up the next link (`plain-responses.ts`).
    if (form.has('next')) return void reply.status(200).send(JSON.stringify(success({ next: true })));
    // Forms send line breaks as CRLF, which browsers count as one character.
    const comment = form.get('comment')?.replaceAll('\r\n', '\n');
    await this.forwarder.forward(problem, request, reply, { token, reason: form.get('reason'), comment });
  }
}
