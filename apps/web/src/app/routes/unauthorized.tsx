import { messages } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import classes from './unauthorized.module.css';
import { copy } from '../copy.js';

/** Public; shown to users whose role does not allow a page. */
export function Component() {
  return (
    <div className={classes.page}>
      <title>{copy.unauthorized.tab}</title>
      <IconLock size={40} stroke={1.5} aria-hidden="true" />
      <h1>{copy.unauthorized.title}</h1>
      <p>{messages.general.forbiddenPage}</p>
      <Button component={Link} to={paths.dashboard.path}>
        {copy.unauthorized.goOn}
      </Button>
    </div>
  );
}
