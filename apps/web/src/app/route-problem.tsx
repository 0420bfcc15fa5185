import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { copy } from './copy.js';
import { reloadIfReachable } from './reload-when-stale.js';

/** Shown when a page could not be loaded or rendered: offers a reload, and reloads once the connection is back. */
export function RouteProblem() {
  const [offline, setOffline] = useState(!navigator.onLine);
  const again = () => void reloadIfReachable().then((reloading) => setOffline(!reloading));
  useEffect(() => {
    const back = () => void reloadIfReachable();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  return (
    <Center mih="70vh" p="md">
      <Stack align="center" gap="sm" role="alert">
        <Title order={1} size="h2">
          {copy.problem.title}
        </Title>
        <Text c="dimmed">{offline ? copy.problem.offline : copy.problem.help}</Text>
        <Button onClick={again}>{copy.problem.again}</Button>
      </Stack>
    </Center>
  );
}
