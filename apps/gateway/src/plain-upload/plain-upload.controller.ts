import { Controller, Post, Req, Res, SetMetadata } from '@nestjs/common';
import { appError } from '@caredrop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Forwarder } from '../forwarding/forwarder.js';
import { routeFor } from '../routing/routes.js';
import { ROUTE } from '../routing/serves.decorator.js';

const upload = routeFor('POST', '/upload/:token');

/**
 * The patient's page without script: its form posts to the page's own address, and a page comes back
 * (`plain-answers.ts`). Otherwise the same as POST /api/upload/{token}: access, limits, link.
 */
@Controller()
export class PlainUploadController {
  constructor(private readonly forwarder: Forwarder) {}

  @Post('upload')
  @SetMetadata(ROUTE, upload)
  async receive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { token } = request.query as { token?: unknown };
    if (typeof token !== 'string' || token === '') throw appError('link_missing');
    request.params = { token };
    await this.forwarder.forward(upload, request, reply);
  }
}
