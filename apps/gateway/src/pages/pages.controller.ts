import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { notFound, Open } from '@caredrop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { pageFor } from './page-rules.js';

/** The built SPA. A link preview that asks for a page gets a file and nothing else happens. */
@Open()
@Controller()
export class PagesController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** What a page must know before anybody has signed in. */
  @Get('config.json')
  settings(@Res() reply: FastifyReply): void {
    const { SIGNUP_URL, CLINIC_NAME, PASSWORD_MIN_LENGTH } = this.config;
    void reply
      .header('cache-control', 'no-cache')
      .send({ signupUrl: SIGNUP_URL, clinicName: CLINIC_NAME, passwordMinLength: PASSWORD_MIN_LENGTH });
  }

  @Get('*')
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { '*': path } = request.params as { '*': string };
    const file = pageFor(path.startsWith('/') ? path : `/${path}`, request.headers.accept);
    if (file === null) throw notFound();
    void reply.sendFile(file);
  }
}
