/** Declares timers that can be injected, so that tests need not wait for them. */

/** Calls back once after `delayMs`, unless the returned function is called first. */
export type Schedule = (delayMs: number, action: () => void) => () => void;

/** Calls the action once after the delay, by the timers of the platform. */
export const timers: Schedule = (delayMs, action) => {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
};
