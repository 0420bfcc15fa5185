import { messages, type Enrolment } from '@caredrop/contracts';
import { Button, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { copyText } from '../../shared/lib/copy-text.js';
import { toast } from '../../shared/ui/toast.js';
import { CodeForm } from './code-form.js';
import { copy } from './copy.js';
import { optionalPart } from '../../shared/ui/optional-part.js';
import classes from './second-factor.module.css';

interface Props {
  enrolment: Enrolment;
  problem: string | undefined;
  busy: boolean;
  onCode: (code: string) => void;
}

/** If it cannot be loaded, the user types the key by hand. */
const QrCode = optionalPart(async () => (await import('../../shared/ui/qr-code.js')).QrCode);

const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The user adds the secret to an authenticator app, by camera or by hand, and enters a code from it. */
export function SetUpApp({ enrolment, ...code }: Props) {
  const copyKey = async () => {
    if (await copyText(enrolment.secret)) toast.success(messages.link.copiedShort);
    else toast.warning(copy.setUpApp.noClipboard);
  };
  return (
    <Stack gap={16}>
      <div className={classes.scan}>
        <Suspense fallback={<div className={classes.qrCode} />}>
          <QrCode text={enrolment.uri} name={copy.setUpApp.qrCode} />
        </Suspense>
        <div className={classes.text}>
          <p>{copy.setUpApp.scan}</p>
          <p className={classes.muted}>{copy.setUpApp.noCamera}</p>
          <p className={classes.secret}>{grouped(enrolment.secret)}</p>
          <Button variant="default" size="sm" onClick={() => void copyKey()}>
            {copy.setUpApp.copyKey}
          </Button>
        </div>
      </div>
      <CodeForm {...code} />
    </Stack>
  );
}
