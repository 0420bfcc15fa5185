import { constants } from './items/constants.ts';
import { entities } from './items/entities.ts';
import { roles } from './items/roles.ts';
import { routes } from './items/routes.ts';
import { rules } from './items/rules.ts';
import { screens } from './items/screens.ts';
import { states } from './items/states.ts';
import { calls } from './items/calls.ts';
import { messageItems } from './items/messages.ts';
import type { Section } from './item.ts';

/** Everything the specification asks for, section by section, in our own short words, and what proves it. */
export const sections: readonly Section[] = [
  { heading: '§2 Routes', items: routes },
  { heading: '§2 Screens', items: screens },
  { heading: '§3 Entities', items: entities },
  { heading: '§4 States and transitions', items: states },
  { heading: '§5 Validation rules', items: rules },
  { heading: '§6 Roles', items: roles },
  { heading: '§7 Calls', items: calls },
  { heading: '§2, §5, §8 Messages', items: messageItems },
  { heading: '§9 Constants and limits', items: constants },
];
