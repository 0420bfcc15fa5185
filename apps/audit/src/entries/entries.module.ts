import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SubjectsModule } from '../subjects/subjects.module.js';
import { EntriesController } from './entries.controller.js';
import { EntriesQueries } from './entries.queries.js';

@Module({
  imports: [PeopleModule, SubjectsModule],
  controllers: [EntriesController],
  providers: [EntriesQueries],
  exports: [EntriesQueries],
})
export class EntriesModule {}
