/** The parts of a page that the wallet uses. They are named here, so that no program needs the types of a browser. */

export interface PageEvent {
  readonly type: string;
}

export interface PageSocket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The global object of a page. A test may pass another one. */
export interface Page {
  readonly location?: { readonly origin: string };
  readonly WebSocket: new (url: string) => PageSocket;
  readonly Event: new (type: string) => PageEvent;
  readonly CustomEvent: new (type: string, init: { readonly detail: unknown }) => PageEvent;
  readonly setTimeout: (action: () => void, ms: number) => unknown;
  addEventListener(type: string, listener: (event: never) => void): void;
  dispatchEvent(event: never): boolean;
  postMessage(message: object, targetOrigin: string): void;
}

/** Error of a request, with a code of EIP-1193, EIP-1474 or EIP-5792. */
export class ProviderError extends Error {
  override readonly name = 'ProviderRpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
