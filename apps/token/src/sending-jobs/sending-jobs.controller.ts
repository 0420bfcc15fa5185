import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { sendingJobBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, requireProofForBulk, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { ChangeSendingJob, type SendingChange } from './change-sending-job.js';
import { CheckRows } from './check-rows.js';
import { CreateSendingJob } from './create-sending-job.js';
import { RecordJobReads } from './record-job-reads.js';
import { SendingJobQueries } from './sending-jobs.queries.js';

@Callers('gateway')
@Controller('sending-jobs')
export class SendingJobsController {
  constructor(
    private readonly queries: SendingJobQueries,
    private readonly reads: RecordJobReads,
    private readonly checkRows: CheckRows,
    private readonly createJob: CreateSendingJob,
    private readonly changeJob: ChangeSendingJob,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Post('check')
  @HttpCode(200)
  async check(@CurrentPrincipal() principal: Principal, @Body() body: unknown) {
    return success(await this.checkRows.execute(principal.userId, parse(sendingJobBody, body)));
  }

  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @Headers('idempotency-key') key?: string,
  ) {
    const job = await this.createJob.execute(principal, parse(sendingJobBody, body), key || null);
    return success({ job: await this.queries.one(job) });
  }

  @Get()
  async list(@CurrentPrincipal() principal: Principal) {
    return success({ jobs: await this.queries.own(principal.userId) });
  }

  @Get(':id')
  async details(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const job = await this.reads.visible(id, principal, 'sending_job.view');
    await this.reads.view(job);
    return success({ job: await this.queries.one(job) });
  }

  @Get(':id/rows')
  async rows(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const job = await this.reads.visible(id, principal, 'sending_job.view');
    await this.reads.view(job);
    return success({ rows: await this.queries.rows(job.id) });
  }

  @Post(':id/results')
  @HttpCode(200)
  async results(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const job = await this.reads.visible(id, principal, 'token.export');
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, principal);
    const rows = await this.queries.results(job.id, principal);
    const tokenIds = rows.flatMap(({ tokenId, token }) => (tokenId && token ? [tokenId] : []));
    await this.reads.exported(job.id, tokenIds);
    return success({ rows });
  }

  @Post(':id/start')
  @HttpCode(200)
  start(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    return this.change(principal, id, 'start');
  }

  @Post(':id/pause')
  @HttpCode(200)
  pause(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    return this.change(principal, id, 'pause');
  }

  @Post(':id/resume')
  @HttpCode(200)
  resume(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    return this.change(principal, id, 'resume');
  }

  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    return this.change(principal, id, 'cancel');
  }

  private async change(principal: Principal, id: string, change: SendingChange) {
    const { id: jobId } = await this.reads.visible(id, principal, `sending_job.${change}`);
    return success({ job: await this.queries.one(await this.changeJob.execute(jobId, change)) });
  }
}
