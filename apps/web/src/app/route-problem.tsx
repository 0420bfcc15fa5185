import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { copy } from './copy.js';

/** Shown when rendering failed: says so and offers a reload. */
export function RouteProblem() {
  return (
    <Center mih="70vh" p="md">
      <Stack align="center" gap="sm" role="alert">
        <Title order={1} size="h2">
          {copy.problem.title}
        </Title>
        <Text c="dimmed">{copy.problem.help}</Text>
        <Button onClick={() => window.location.reload()}>{copy.problem.again}</Button>
      </Stack>
    </Center>
  );
}
