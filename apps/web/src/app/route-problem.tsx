import { Button, Center, Stack, Text, Title } from '@mantine/core';

/** Shown when rendering failed: says so and offers a reload. */
export function RouteProblem() {
  return (
    <Center mih="70vh" p="md">
      <Stack align="center" gap="sm" role="alert">
        <Title order={1} size="h2">
          This page could not be shown
        </Title>
        <Text c="dimmed">Nothing you saved is lost. Load the page again to go on.</Text>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </Stack>
    </Center>
  );
}
