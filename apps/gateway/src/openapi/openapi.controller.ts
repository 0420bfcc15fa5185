import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routes } from '../routing/routes.js';
import { Serves } from '../routing/serves.decorator.js';
import { docsPage, docsStyle } from './docs-page.js';
import { openApi } from './document.js';

/** Allows only its own style sheet, because the page has no script. */
const policy =
  "default-src 'none'; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The description of the public API, for programs and for people. Built once, at start. */
@Controller()
export class OpenApiController {
  private readonly api = openApi(routes);
  private readonly page = docsPage(this.api);

  @Serves('GET', '/openapi.json')
  description(@Res() reply: FastifyReply): void {
    void reply.header('cache-control', 'no-cache').send(this.api);
  }

  @Serves('GET', '/docs')
  docs(@Res() reply: FastifyReply): void {
    void reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(this.page);
  }

  @Serves('GET', '/docs/style.css')
  style(@Res() reply: FastifyReply): void {
    void reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsStyle);
  }
}
