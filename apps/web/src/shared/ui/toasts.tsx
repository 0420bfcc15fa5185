import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** Where toasts appear: top right, for 5 seconds by default, at most 20 at a time. */
export function Toasts() {
  return (
    <Notifications
      position="top-right"
      autoClose={5000}
      limit={20}
      zIndex={1000}
      pauseResetOnHover="notification"
    />
  );
}
