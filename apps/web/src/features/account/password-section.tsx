import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Card, Section } from '../../shared/ui/page.js';
import classes from './account.module.css';
import { ChangePasswordDialog } from './change-password-dialog.js';

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Your password">
      <Card narrow>
        <Stack gap={16}>
          <p className={classes.plain}>
            When you change it, every other device is signed out and you get a mail about it.
          </p>
          <div>
            <Button variant="default" onClick={() => setOpen(true)}>
              Change password
            </Button>
          </div>
          {open && <ChangePasswordDialog onClose={() => setOpen(false)} />}
        </Stack>
      </Card>
    </Section>
  );
}
