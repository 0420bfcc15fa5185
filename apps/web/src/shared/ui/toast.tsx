import { isApiError, isProofCancelled, serverMessage } from '../api/api-error.js';
import { paths } from '../config/paths.js';
import { copy } from '../copy.js';
import { randomKey } from '../lib/random-key.js';
import type * as Toasts from './toasts.js';

/** Pages without header and sidebar show toasts for a shorter time. */
const bare = new Set<string>([paths.login.path, paths.forgotPassword.path, paths.resetPassword.path]);
const framed = { success: 5000, other: 5000 };
const unframed = { success: 2000, other: 4000 };
const durations = () => (bare.has(window.location.pathname) ? unframed : framed);

interface Options {
  reason?: string | null;
  /** Whether the next page has a header or sidebar; by default, whether the current one does. */
  framed?: boolean;
  /** The sentence of the failure that this success resolves: its toasts are removed. */
  after?: string;
}

/** Ids of the toasts about a failure, by its fixed sentence. */
const failures = new Map<string, string[]>();

function show(
  kind: 'success' | 'error' | 'warning',
  sentence: string,
  { reason, framed: next }: Options = {},
): string {
  const failed = kind !== 'success';
  const { success, other } = next === undefined ? durations() : next ? framed : unframed;
  const id = randomKey();
  const data = {
    id,
    ...(reason ? { title: sentence, message: reason } : { message: sentence }),
    color: { success: 'drop', error: 'red', warning: 'yellow' }[kind],
    role: failed ? 'alert' : 'status',
    autoClose: failed ? other : success,
    closeButtonProps: { 'aria-label': copy.toast.close },
  };
  void withToasts(
    ({ notifications }) => notifications.show(data),
    () => failed && window.alert(sentence),
  );
  return id;
}

/** Runs `work` with the toast module, which is loaded separately, or `otherwise` if it cannot be loaded. */
const withToasts = async (
  work: (loaded: typeof Toasts) => unknown,
  otherwise: () => unknown = () => undefined,
): Promise<unknown> => import('./toasts.js').then(work, otherwise);

export const toast = {
  success(sentence: string, options: Options = {}): void {
    if (options.after !== undefined) removeFailures(options.after);
    show('success', sentence, options);
  },
  error(sentence: string, options?: Options): void {
    show('error', sentence, options);
  },
  warning(sentence: string): void {
    show('warning', sentence);
  },
  /**
   * A failed call, as a fixed sentence with the server's reason below it. Shows nothing for an ended session or a
   * cancelled proof. With `isRepeated`, it replaces the toast of the previous attempt.
   */
  failure(error: unknown, sentence: string, { isRepeated = false } = {}): void {
    if (isSilent(error)) return;
    if (isRepeated) removeFailures(sentence);
    noteFailure(sentence, show('error', sentence, { reason: differing(serverMessage(error), sentence) }));
  },
  /** A failed call, with the server's message, or this sentence if there is none. Shows nothing in the same cases. */
  serverFirst(error: unknown, sentence: string): void {
    if (!isSilent(error)) noteFailure(sentence, show('error', serverMessage(error) ?? sentence));
  },
};

function noteFailure(sentence: string, id: string): void {
  failures.set(sentence, [...(failures.get(sentence) ?? []), id]);
}

function removeFailures(sentence: string): void {
  const ids = failures.get(sentence) ?? [];
  if (ids.length > 0) void withToasts(({ notifications }) => ids.forEach((id) => notifications.hide(id)));
  failures.delete(sentence);
}

/** No message: the redirect to the sign-in page explains itself, as does a cancelled proof. */
const isSilent = (error: unknown) =>
  isProofCancelled(error) || (isApiError(error) && error.status === 401 && error.code === 'unauthorized');
const differing = (reason: string | null, sentence: string) => (reason === sentence ? null : reason);
