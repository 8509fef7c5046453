/** Declares response objects of JSON-RPC as a server may send them. */

/** Response object of JSON-RPC, whose members may have any type. */
export interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: AnswerError | null;
}

export interface AnswerError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}
