import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Card, Section } from '../../shared/ui/page.js';
import classes from './account.module.css';
import { ChangePasswordDialog } from './change-password-dialog.js';
import { copy } from './copy.js';

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section title={copy.password.title}>
      <Card narrow>
        <Stack gap={16}>
          <p className={classes.plain}>{copy.password.effect}</p>
          <div>
            <Button variant="default" onClick={() => setOpen(true)}>
              {copy.password.change}
            </Button>
          </div>
          {open && <ChangePasswordDialog onClose={() => setOpen(false)} />}
        </Stack>
      </Card>
    </Section>
  );
}
