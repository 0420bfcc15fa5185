import { Module } from '@nestjs/common';
import { Colleagues } from './colleagues.js';
import { OwnerStates } from './owner-states.js';
import { Teams } from './teams.js';
import { UserNames } from './user-names.js';

@Module({
  providers: [Colleagues, OwnerStates, Teams, UserNames],
  exports: [Colleagues, OwnerStates, Teams, UserNames],
})
export class PeopleModule {}
