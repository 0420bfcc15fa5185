import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { pageKeys } from '../../shared/lib/page-keys.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { copy } from './copy.js';
import classes from './search-dialog.module.css';

/** Lists the keyboard shortcuts of the workspace, with the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(pageKeys.areOn);
  const [isStored, setStored] = useState(true);
  const change = (wanted: boolean) => {
    setStored(pageKeys.set(wanted));
    setOn(wanted);
  };
  return (
    <Dialog opened title={copy.keys.title} onClose={onClose}>
      <Stack gap={20}>
        <dl className={classes.keys}>
          {copy.keys.list.map(([key, what]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{key}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label={copy.keys.use}
          description={copy.keys.useHelp}
          checked={on}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        {!isStored && <Text size="sm">{copy.keys.notStored}</Text>}
      </Stack>
    </Dialog>
  );
}
