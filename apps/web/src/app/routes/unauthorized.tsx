import { messages } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import classes from './unauthorized.module.css';

/** Public; shown to users whose role does not allow a page. */
export function Component() {
  return (
    <div className={classes.page}>
      <title>Unauthorized · Caredrop</title>
      <IconLock size={40} stroke={1.5} aria-hidden="true" />
      <h1>Unauthorized</h1>
      <p>{messages.general.forbiddenPage}</p>
      <Button component={Link} to={paths.dashboard.path}>
        Go to the dashboard
      </Button>
    </div>
  );
}
