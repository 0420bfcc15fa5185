import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SubjectsModule } from '../subjects/subjects.module.js';
import { EntriesController } from './entries.controller.js';
import { EntriesQueries } from './entries.queries.js';
import { ListReadAudit } from './list-read-audit.js';

@Module({
  imports: [PeopleModule, SubjectsModule],
  controllers: [EntriesController],
  providers: [EntriesQueries, ListReadAudit],
  exports: [EntriesQueries],
})
export class EntriesModule {}
