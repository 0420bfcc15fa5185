import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { CloseProblem } from './close-problem.js';
import { ProblemsController } from './problems.controller.js';
import { ReportProblem } from './report-problem.js';

@Module({
  imports: [TokensModule],
  controllers: [ProblemsController],
  providers: [CloseProblem, ReportProblem],
})
export class ProblemsModule {}
