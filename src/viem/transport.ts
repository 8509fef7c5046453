/**
 * viem's transport to a devnet. viem asks again, after 150, 300 and 600 ms, when it takes an error for a fault of the
 * network, and it takes every error for one whose code it does not know: code 3 of a reverted call too, when a provider
 * rejects with it. A devnet answers alike each time, so this transport asks once.
 */
import { type CustomTransport, custom, type HttpTransport, http, RpcRequestError } from 'viem';
import type { ChainInProcess, ListeningChain } from './source.js';

/**
 * Returns a transport that asks once: of the provider where the chain is in this process, over HTTP otherwise. Errors are
 * viem's, and the same for both. Throws when a chain outside this process has no URL.
 */
export function transport(devnet: ChainInProcess): CustomTransport;
export function transport(server: ListeningChain): HttpTransport;
export function transport(source: ChainInProcess | ListeningChain): CustomTransport | HttpTransport;
export function transport(source: ChainInProcess | ListeningChain): CustomTransport | HttpTransport {
  if (source.provider !== undefined) return inProcess(source);
  const { evmHttp } = source.urls;
  if (evmHttp === undefined)
    throw new Error(`${source.chainId} has no EVM JSON-RPC over HTTP: start it with the option jsonRpc`);
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

/** The provider's RpcError, known by its code: its class would load the whole devnet. */
const isRefusal = (error: unknown): error is Error & { readonly code: number; readonly data?: unknown } =>
  error instanceof Error && 'code' in error && typeof error.code === 'number';
