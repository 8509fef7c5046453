/** Failure of a query in the SDK's words: `<what happened>: <the code's name>`. */

export interface QueryFailure {
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
}

const REASONS = {
  txParseError: { code: 2, name: 'tx parse error' },
  unknownRequest: { code: 6, name: 'unknown request' },
  invalidRequest: { code: 18, name: 'invalid request' },
  keyNotFound: { code: 22, name: 'key not found' },
  invalidHeight: { code: 26, name: 'invalid height' },
} as const;

export class SdkQueryError extends Error {
  override readonly name = 'SdkQueryError';

  /** Takes the handler's own error as `text`; ABCI adds the code's name to it. A precompile reverts with `text`. */
  constructor(
    readonly failure: QueryFailure,
    readonly text: string = failure.log,
  ) {
    super(failure.log);
  }
}

export function queryError(reason: keyof typeof REASONS, text: string): SdkQueryError {
  const { code, name } = REASONS[reason];
  return new SdkQueryError({ code, codespace: 'sdk', log: `${text}: ${name}` }, text);
}

/** Makes a gRPC status of a handler, as the SDK passes it through ABCI (`gRPCErrorToSDKError`). */
export const notFound = (text: string): SdkQueryError =>
  queryError('keyNotFound', `rpc error: code = NotFound desc = ${text}`);

export const invalidArgument = (text: string): SdkQueryError =>
  queryError('invalidRequest', `rpc error: code = InvalidArgument desc = ${text}`);

export const internal = (text: string): SdkQueryError =>
  queryError('unknownRequest', `rpc error: code = Internal desc = ${text}`);

export const failedPrecondition = (text: string): SdkQueryError =>
  queryError('unknownRequest', `rpc error: code = FailedPrecondition desc = ${text}`);

export const unknownStatus = (text: string): SdkQueryError =>
  queryError('unknownRequest', `rpc error: code = Unknown desc = ${text}`);

/** Makes the error for what another process would have to answer. */
export const unavailable = (text: string): SdkQueryError =>
  queryError('unknownRequest', `rpc error: code = Unavailable desc = ${text}`);

/** Makes an error of a handler that wraps one of the SDK's, whose gRPC status is Unknown. */
export const unknownError = (text: string): SdkQueryError => queryError('unknownRequest', text);

/** Makes an error of a handler that is no gRPC status. */
export const plainError = (text: string): SdkQueryError => queryError('invalidRequest', text);
