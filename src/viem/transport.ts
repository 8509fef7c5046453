/**
 * Makes viem's transport to a devnet. viem retries a request, after 150, 300 and 600 ms, when it takes an error for a
 * network fault. It does so for every code that it does not know, such as code 3 of a reverted call when a provider
 * rejects with it. A devnet gives the same result each time, so this transport sends each request once.
 */
import { type CustomTransport, custom, type HttpTransport, http, RpcRequestError } from 'viem';
import { HalleyError } from '../kernel/errors.js';
import { type ChainInProcess, type ListeningChain, mustBeChain } from './source.js';

/**
 * Returns a transport that sends each request once: to the provider of a chain in this process, otherwise over HTTP. Both
 * reject with the same errors of viem. Throws HalleyError: `unavailable` when a chain outside this process has no URL,
 * `invalid-argument` when the argument is not a chain.
 */
export function transport(devnet: ChainInProcess): CustomTransport;
export function transport(server: ListeningChain): HttpTransport;
export function transport(source: ChainInProcess | ListeningChain): CustomTransport | HttpTransport;
export function transport(source: ChainInProcess | ListeningChain): CustomTransport | HttpTransport {
  mustBeChain(source, 'transport');
  if (source.provider !== undefined) return inProcess(source);
  const { evmHttp } = source.urls;
  if (evmHttp === undefined)
    throw new HalleyError(
      'unavailable',
      `${source.chainId} has no EVM JSON-RPC over HTTP: start it with the option jsonRpc`,
    );
  return http(evmHttp, { retryCount: 0 });
}

function inProcess({ chainId, provider }: ChainInProcess): CustomTransport {
  const request = async (body: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    try {
      return await provider.request(body);
    } catch (error) {
      throw isRefusal(error) ? new RpcRequestError({ body, error, url: `${chainId} in this process` }) : error;
    }
  };
  return custom({ request }, { key: 'halley', name: 'Halley devnet', retryCount: 0 });
}

/** Recognizes the provider's RpcError by its code, because importing its class would load the whole devnet. */
const isRefusal = (error: unknown): error is Error & { readonly code: number; readonly data?: unknown } =>
  error instanceof Error && 'code' in error && typeof error.code === 'number';
