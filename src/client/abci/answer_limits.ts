/** Limits of an application's answers. Public types use them, so this file needs no types of Node.js. */
export interface AnswerLimits {
  /** Most bytes of an answer. */
  readonly answerBytes: number;
  /** Longest time until the application answers the oldest call, in milliseconds. */
  readonly answerTimeMs: number;
  /** Time after which a call that is not answered yet is reported, in milliseconds. */
  readonly slowTimeMs: number;
}
