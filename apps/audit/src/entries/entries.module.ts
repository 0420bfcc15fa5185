import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SubjectsModule } from '../subjects/subjects.module.js';
import { EntriesController } from './entries.controller.js';
import { EntriesQueries } from './entries.queries.js';
import { RecordLists } from './record-lists.js';

@Module({
  imports: [PeopleModule, SubjectsModule],
  controllers: [EntriesController],
  providers: [EntriesQueries, RecordLists],
  exports: [EntriesQueries],
})
export class EntriesModule {}
