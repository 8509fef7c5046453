/** Calls methods of JSON-RPC in tests. */

interface Provided {
  readonly provider: {
    request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
  };
}

/** Calls a method of a devnet in this process. Rejects with the error of the response. */
// biome-ignore lint/suspicious/noExplicitAny: results of any shape
export const ask = <T = any>({ provider }: Provided, method: string, ...params: readonly unknown[]): Promise<T> =>
  provider.request({ method, params }) as Promise<T>;

/** Returns a function that calls methods of a devnet. A function returns a devnet that begins later. */
export const asking =
  (devnet: Provided | (() => Provided)) =>
  // biome-ignore lint/suspicious/noExplicitAny: results of any shape
  <T = any>(method: string, ...params: readonly unknown[]): Promise<T> =>
    ask<T>(typeof devnet === 'function' ? devnet() : devnet, method, ...params);

/** Sends one request over HTTP, and returns the response. */
export async function post(
  url: string | null | undefined,
  method: string,
  params: unknown,
  headers: Readonly<Record<string, string>> = {},
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
): Promise<any> {
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.json();
}
