import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AssignToken } from './assign-token.js';
import { AssignmentsController } from './assignments.controller.js';
import { HandOverJob } from './hand-over-job.js';
import { HandOverLinks } from './hand-over-links.js';

@Module({
  imports: [PeopleModule, TokensModule],
  controllers: [AssignmentsController],
  providers: [AssignToken, HandOverJob, HandOverLinks],
})
export class AssignmentsModule {}
