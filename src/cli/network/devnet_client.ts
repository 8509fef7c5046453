/** Calls a running devnet over its EVM JSON-RPC, for the commands that show or change it. */
import { parseEndpoint } from '../../client/endpoint.js';
import { type CallLimits, JsonRpcClient } from '../../client/json_rpc_client.js';
import { EVM_RPC_PORT, EVM_RPC_URL } from '../../settings/default_ports.js';

/** Validator in the form of `halley_network`. */
export interface ShownNode {
  readonly index: number;
  readonly name: string;
  readonly power: string;
  readonly jailed: boolean;
  readonly up: boolean;
  readonly height: string;
  readonly round: string;
  readonly step: string;
  readonly peers: readonly number[];
}

export interface ShownNetwork {
  readonly nodes: readonly ShownNode[];
  readonly cutLinks: readonly (readonly [number, number])[];
}

/** Fault in the form of `halley_faults`. */
export interface ShownFault {
  readonly id: string;
  readonly fault: { readonly type: string };
  readonly since: { readonly height: string; readonly time: string };
}

/** Longest time of a request that runs a transaction. */
export const RUN_TIMEOUT_MS = 120_000;

/** Calls methods of a devnet. Throws HalleyError as `JsonRpcClient` does. */
export class DevnetClient {
  readonly #client: JsonRpcClient;

  constructor(url = EVM_RPC_URL, limits: CallLimits = {}) {
    this.#client = new JsonRpcClient(parseEndpoint(url, EVM_RPC_PORT), limits);
  }

  call(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#client.call(method, params);
  }

  network(): Promise<ShownNetwork> {
    return this.call('halley_network') as Promise<ShownNetwork>;
  }

  faults(): Promise<readonly ShownFault[]> {
    return this.call('halley_faults') as Promise<readonly ShownFault[]>;
  }
}
