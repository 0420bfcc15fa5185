import path from 'node:path';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { appError, Open } from '@caredrop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contactOf } from '../clinic/clinic-contact.js';
import { CONFIG, UNNAMED_CLINIC, type Config } from '../config.js';
import { mediaTypeOf, PackedAssets, packingFor } from './packed-assets.js';
import { fileHeaders } from './page-files.js';
import { isPatientPage, pageFor, patientAddress } from './page-rules.js';
import { PatientPage } from './patient-page.js';
import { wantedLanguage } from './wanted-language.js';

/** Serves the built SPA. A link preview that fetches a page gets a file and has no side effect. */
@Open()
@Controller()
export class PagesController {
  private readonly assets: PackedAssets;
  private readonly patientPage: PatientPage;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const root = path.resolve(config.WEB_ROOT);
    this.assets = new PackedAssets(root);
    const { CLINIC_NAME, CLINIC_TEXTS, LANGUAGES } = config;
    this.patientPage = new PatientPage(root, {
      clinicName: CLINIC_NAME === UNNAMED_CLINIC ? null : CLINIC_NAME,
      texts: CLINIC_TEXTS,
      contact: contactOf(config),
      offered: LANGUAGES,
    });
  }

  /** Settings that a page needs before sign-in. */
  @Get('config.json')
  settings(@Res() reply: FastifyReply): void {
    const { SIGNUP_URL, CLINIC_NAME, PASSWORD_MIN_LENGTH } = this.config;
    void reply
      .header('cache-control', 'no-cache')
      .send({ signupUrl: SIGNUP_URL, clinicName: CLINIC_NAME, passwordMinLength: PASSWORD_MIN_LENGTH });
  }

  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const meant = patientAddress(request.raw.url ?? '');
    if (meant !== null) return void reply.redirect(meant, 308);
    const { '*': asked } = request.params as { '*': string };
    const file = pageFor(asked.startsWith('/') ? asked : `/${asked}`, request.headers.accept);
    if (file === null) throw appError('not_found');
    if (isPatientPage(file)) return this.respondToPatient(request, reply);
    const packing = request.headers.range ? null : packingFor(file, request.headers['accept-encoding']);
    const packed = packing && (await this.assets.get(file, packing));
    if (!packed) return void reply.sendFile(file);
    const headers = { ...fileHeaders(file), 'content-encoding': packing, vary: 'accept-encoding' };
    void reply.headers(headers).type(mediaTypeOf(file)).send(packed);
  }

  private async respondToPatient(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const language = wantedLanguage(request, this.config.LANGUAGES);
    const { headers, body } = await this.patientPage.respond(language, request.headers['accept-encoding']);
    void reply.headers(headers).type('text/html; charset=utf-8').send(body);
  }
}
