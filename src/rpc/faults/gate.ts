/**
 * Connects the servers of a chain with its faults. While no fault is active, a server reads one property for a request,
 * and nothing else of this folder is loaded.
 */
import type {
  FaultGate,
  FaultLane,
  Handle,
  LaneConnection,
  ProtocolRequest,
  ProtocolResponse,
  ProtocolSocket,
  RefusedSocket,
} from '../protocol_handler.js';
import type { FaultyServer } from './fault.js';
import type { RpcFaults, RpcFaultsOptions } from './rpc_faults.js';

export interface RpcGatesOptions extends Pick<RpcFaultsOptions, 'seed' | 'nowMs' | 'schedule'> {
  /** Loads the reader of faults as text. */
  readonly loadReader: () => Promise<RpcFaultsOptions['readText']>;
}

/** Gates of all servers of one chain, or of a proxy. They serve the faults of the chain that has its place. */
export class RpcGates {
  readonly #gates = new Map<FaultyServer, Gate>();
  /** Faults that act; `undefined` before the first one. */
  #faults: RpcFaults | undefined;
  readonly #created: RpcFaults[] = [];

  constructor(readonly options: RpcGatesOptions) {}

  /** Returns the gate of a server. */
  of(server: FaultyServer): FaultGate {
    const known = this.#gates.get(server);
    if (known !== undefined) return known;
    const gate = new Gate(server, () => this.#load());
    gate.open(this.#faults);
    this.#gates.set(server, gate);
    return gate;
  }

  /** Loads the catalogue, and creates an empty list of faults. `onCount` runs when a fault has counted a request. */
  async create(onCount?: () => void): Promise<RpcFaults> {
    const [loaded, readText] = await Promise.all([import('./rpc_faults.js'), this.options.loadReader()]);
    const faults: RpcFaults = new loaded.RpcFaults({ ...this.options, readText, onCount }, () => {
      if (faults === this.#faults) this.serve(faults);
    });
    this.#created.push(faults);
    return faults;
  }

  /** Lets these faults act, and no others. */
  serve(faults: RpcFaults | undefined): void {
    this.#faults = faults;
    for (const gate of this.#gates.values()) gate.open(faults);
  }

  /** Ends all waits, because the servers close. */
  close(): void {
    for (const faults of this.#created) faults.close();
  }

  async #load(): Promise<RpcFaults> {
    const created = await this.create();
    if (this.#faults === undefined) this.serve(created);
    return this.#faults ?? created;
  }
}

class Gate implements FaultGate {
  on = false;
  #faults: RpcFaults | undefined;
  #node: Handle | undefined;

  constructor(
    readonly server: FaultyServer,
    readonly load: () => Promise<RpcFaults>,
  ) {}

  /** Learns which faults are active now. */
  open(faults: RpcFaults | undefined): void {
    this.#faults = faults;
    this.on = (faults?.of(this.server).length ?? 0) > 0;
    if (this.#node !== undefined) faults?.reach(this.server, this.#node);
  }

  reach(node: Handle): void {
    this.#node = node;
    this.#faults?.reach(this.server, node);
  }

  async handle(request: ProtocolRequest, next: Handle): Promise<ProtocolResponse> {
    return (this.#faults ?? (await this.load())).handle(this.server, request, next);
  }

  async refusesSocket(request: Pick<ProtocolRequest, 'peer' | 'headers'>): Promise<RefusedSocket | undefined> {
    return (this.#faults ?? (await this.load())).refusesSocket(this.server, request);
  }

  lane(connection: LaneConnection, socket: ProtocolSocket, next: Handle): FaultLane | undefined {
    this.reach(next);
    return this.#faults?.lane(this.server, connection, socket, () => this.#faults?.of(this.server) ?? []);
  }
}
