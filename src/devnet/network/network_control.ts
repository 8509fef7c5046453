/**
 * Controls the simulated network: faults, crashed validators, and links. The library and the EVM JSON-RPC share it. Each
 * call is a command of the loop, so it takes effect between two events. Its change is on disk before the call resolves,
 * and the network continues with it after a restart.
 */
import { FAULTS_KEY } from '../../chain/block_store/keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { RpcGates } from '../../rpc/faults/gate.js';
import type { RpcFaults } from '../../rpc/faults/rpc_faults.js';
import { boolean, type Members, optionsOf, type Reader } from '../../settings/reader.js';
import type { WriteOp } from '../../storage/store.js';
import type { SimulatedChain } from '../chain/chain.js';
import { type DevnetFault, isNetworkFault, isPartition, isRpcFault, type NetworkFault } from '../faults/fault_menu.js';
import { faultText } from '../faults/fault_text.js';
import { copyFault, loadFaults, loadHeaderReader, readFault } from '../faults/read_fault.js';
import type { LogEntry } from '../log/entry.js';
import type { NodeLog } from '../log/node_log.js';
import { hostSchedule } from '../platform.js';
import type { CommandRunner } from '../runtime/loop.js';
import { isLinkSetting, sameFault } from './link_faults.js';
import {
  type ActiveFault,
  EMPTY_RECORD,
  encodeNetworkRecord,
  type NetworkRecord,
  readNetworkRecord,
} from './network_record.js';
import { ReorgFaults, type Reorgs } from './reorg_faults.js';

/** State of a link in both directions. Members that are left out are as on a healthy link. */
export interface LinkSettings {
  /** Whether the link is up, not cut. The default is true. */
  readonly up?: boolean;
  /** Milliseconds that are added to the delay of each message. The default is 0. */
  readonly ms?: number;
  /** Percentage of messages that are lost. The default is 0. */
  readonly percent?: number;
}

/** Accepts any value, because the fault that is made of it checks it. */
const checkedByFault: Reader<number> = (value) => value as number;
const LINK = { up: boolean, ms: checkedByFault, percent: checkedByFault } satisfies Members<LinkSettings>;
const readLink = optionsOf<LinkSettings>('setLink', LINK);

/** Most active faults, because each message passes all of them. */
const MAX_FAULTS = 1000;

/** Data about the faults that the simulated network itself does not store. */
export type NetworkControlSnapshot = Pick<NetworkRecord, 'nextId' | 'faults' | 'rpc'>;

/** Creates the gates of a chain's servers. `nowMs` is a clock that never goes back. */
export const createGates = (seed: string, nowMs: () => number): RpcGates =>
  new RpcGates({ seed, nowMs, schedule: hostSchedule, loadReader: loadHeaderReader });

export class NetworkControl {
  #current: NetworkControlSnapshot = EMPTY_RECORD;
  /** Faults with which a new chain begins. */
  #initial: readonly DevnetFault[] = [];
  /** Faults of the interfaces; `undefined` before the first one. */
  #rpc: RpcFaults | undefined;
  #loading: Promise<RpcFaults> | undefined;
  readonly #reorgs: ReorgFaults;
  /** Whether the servers serve this chain. */
  #isServed: boolean;
  /** Whether the counters of faults are about to be saved. */
  #isSaving = false;
  /** Log entries of the running command. */
  #entries: LogEntry[] = [];

  constructor(
    private readonly node: {
      readonly chain: SimulatedChain;
      readonly loop: CommandRunner;
      readonly log: NodeLog;
      readonly rpcGates: RpcGates;
    },
    { isServed = true, reorgs }: { readonly isServed?: boolean; readonly reorgs?: Reorgs } = {},
  ) {
    this.#isServed = isServed;
    this.#reorgs = new ReorgFaults(node, reorgs);
  }

  get #active(): NetworkControlSnapshot {
    return this.#current;
  }

  set #active(active: NetworkControlSnapshot) {
    this.#current = active;
    this.#reorgs.follow(active.faults);
  }

  /** Lets the faults of this chain act on the servers, in place of those of the chain before. */
  takeServers(): void {
    this.#isServed = true;
    this.node.rpcGates.serve(this.#rpc);
  }

  /** Active faults, oldest first. */
  get faults(): readonly ActiveFault[] {
    const hits = new Map(this.#rpc?.states().map(({ id, state }) => [id, state.hits]));
    if (hits.size === 0) return this.#active.faults;
    return this.#active.faults.map((active) =>
      hits.has(active.id) ? { ...active, hits: hits.get(active.id) as number } : active,
    );
  }

  /** Links that are cut, as pairs of validators. */
  get cutLinks(): readonly (readonly [number, number])[] {
    return this.#network.cuts.map(({ low, high }) => [low, high] as const);
  }

  crashValidator(index: number): Promise<void> {
    return this.#change(() => {
      this.#mustBeValidator(index);
      if (!this.#network.node(index).up)
        throw new HalleyError('conflict', `validator-${index} is down already: restart it before it can crash again`, {
          index,
        });
      this.#network.crash(index);
      this.#entries.push({ type: 'node', action: 'crashed', validator: this.#nameOf(index) });
    });
  }

  restartValidator(index: number): Promise<void> {
    return this.#change(() => {
      this.#mustBeValidator(index);
      if (this.#network.node(index).up)
        throw new HalleyError('conflict', `validator-${index} is up: only a validator that is down can restart`, {
          index,
        });
      this.#network.restart(index);
      this.#entries.push({ type: 'node', action: 'restarted', validator: this.#nameOf(index) });
    });
  }

  /** Begins a fault. Resolves to its id. */
  async addFault(given: unknown): Promise<number> {
    const copy = copyFault(given);
    // A fault of the network takes its place in the queue at once.
    if (isRpcFault(copy)) await this.#load();
    const fault = readFault(copy);
    return this.#change(() => {
      const checked = readFault(fault, this.#network.size);
      this.#mustHaveRoom(1);
      return this.#begin(checked);
    });
  }

  removeFault(id: number): Promise<void> {
    return this.#change(() => {
      const fault = this.faults.find((active) => active.id === id);
      if (fault !== undefined) return this.#end([fault]);
      const ids = this.faults.map((active) => active.id);
      const expected = ids.length === 0 ? 'no fault is active' : `the active faults are ${ids.join(', ')}`;
      throw new HalleyError('not-found', `there is no fault ${id}: ${expected}`, { id });
    });
  }

  partition(groups: readonly (readonly number[])[]): Promise<number> {
    return this.addFault({ type: 'partition', groups });
  }

  /** Ends all partitions and settings of links, and restores the links that were cut. */
  heal(): Promise<void> {
    return this.#change(() => {
      this.#end(this.faults.filter(({ fault }) => isPartition(fault.type) || isLinkSetting(fault)));
      for (const [a, b] of this.cutLinks) this.#setCut(a, b, false);
    });
  }

  /** Replaces the settings of the link between two validators. */
  async setLink(a: number, b: number, given: LinkSettings): Promise<void> {
    const { up = true, ms = 0, percent = 0 } = readLink(given);
    const delay = readFault({ type: 'delay', ms });
    const loss = readFault({ type: 'loss', percent });
    return this.#change(() => {
      this.#mustBeLink(a, b);
      const ends = a < b ? [a, b] : [b, a];
      const wanted = [...(ms > 0 ? [delay] : []), ...(percent > 0 ? [loss] : [])].map(
        (fault) => ({ ...fault, from: ends, to: ends }) as NetworkFault,
      );
      this.#replace((fault) => isLinkSetting(fault, a, b), wanted);
      this.#setCut(a, b, !up);
    });
  }

  /** Sets how far the clock of a validator is ahead of the network's clock; 0 ends every skew of it. */
  async setClockSkew(index: number, ms: number): Promise<void> {
    const skew = readFault({ type: 'skew', node: 0, ms });
    return this.#change(() => {
      this.#mustBeValidator(index);
      const wanted = ms === 0 ? [] : [{ ...skew, node: index } as NetworkFault];
      this.#replace((fault) => fault.type === 'skew' && fault.node === index, wanted);
    });
  }

  /** Submits evidence that validators signed a second block of a decided height. Resolves to its hash in hex. */
  async lightClientAttack(given: unknown): Promise<string> {
    const { attackLightClient } = await import('../actions/light_client_attack.js');
    return attackLightClient(this.node.chain, this.node.loop, given);
  }

  /** Continues with what the process before has left on disk. Call it before the first event. */
  recover(): Promise<void> {
    return this.node.loop.run(async () => {
      const record = readNetworkRecord(this.node.chain.store);
      if (record?.faults.some(({ fault }) => isRpcFault(fault))) await this.#load();
      if (record !== undefined) this.restoreRecord(record);
    });
  }

  /** Begins the faults with which the devnet starts, except those that are active already. */
  async start(faults: readonly DevnetFault[]): Promise<void> {
    this.#initial = faults;
    if (faults.length === 0) return;
    await this.#load();
    await this.#change(() => this.#beginMissing());
  }

  snapshot(): NetworkControlSnapshot {
    const { nextId, faults } = this.#active;
    const rpc = this.#rpc?.states() ?? [];
    return { nextId, faults, ...(rpc.length > 0 && { rpc }) };
  }

  /** Restores a snapshot. Call it when the simulated network has been restored. */
  restore(snapshot: NetworkControlSnapshot): void {
    this.#active = snapshot;
    this.#restoreRpc(snapshot);
  }

  /** Begins anew with a new network, as in a new chain. */
  reset(): void {
    this.#active = EMPTY_RECORD;
    this.#restoreRpc(EMPTY_RECORD);
    this.#beginMissing();
    this.#entries = [];
  }

  /** Returns everything that a new network needs to continue in the same way. */
  get record(): NetworkRecord {
    const { simNetwork } = this.node.chain;
    const down = Array.from({ length: simNetwork.size }, (_, index) => index).filter(
      (index) => !simNetwork.node(index).up,
    );
    return { ...this.snapshot(), down, cuts: this.cutLinks, byzantine: simNetwork.byzantine };
  }

  /** Applies a record to a new network. Faults began at the newest block at the latest. */
  restoreRecord({ nextId, faults, down, cuts, byzantine, rpc = [] }: NetworkRecord): void {
    const { simNetwork, blockStore } = this.node.chain;
    const { height } = blockStore;
    if (byzantine.length > 0) simNetwork.applyCommand({ type: 'markByzantine', nodes: byzantine });
    for (const { id, fault } of faults) {
      const recovered = this.#recovered(id, fault);
      if (isNetworkFault(recovered)) simNetwork.setFault(String(id), recovered);
    }
    this.#restoreRpc({ nextId, faults, rpc });
    for (const index of down) simNetwork.crash(index);
    for (const [a, b] of cuts) simNetwork.disconnect(a, b);
    const began = (since: ActiveFault['since']) => (since.height > height ? { ...since, height } : since);
    this.#active = { nextId, faults: faults.map((active) => ({ ...active, since: began(active.since) })) };
  }

  /** Returns the writes after which the disk has what is in force now. */
  writes(): readonly WriteOp[] {
    const before = this.node.chain.store.get(FAULTS_KEY);
    const value = encodeNetworkRecord(this.record);
    if (equalBytes(value, encodeNetworkRecord(EMPTY_RECORD)))
      return before === undefined ? [] : [{ type: 'del', key: FAULTS_KEY }];
    if (before !== undefined && equalBytes(before, value)) return [];
    return [{ type: 'put', key: FAULTS_KEY, value }];
  }

  get #network() {
    return this.node.chain.simNetwork;
  }

  /** Runs a command. It checks everything before it changes anything. */
  #change<T>(command: () => T): Promise<T> {
    const { loop, chain, log } = this.node;
    const changing = async (): Promise<T> => {
      this.#entries = [];
      const result = command();
      await chain.store.batch(this.writes());
      for (const entry of this.#entries) log.write(entry);
      return result;
    };
    return loop.run(changing, { next: 'continue' });
  }

  /** Loads the faults of interfaces. Whatever begins one has called it. */
  async #load(): Promise<void> {
    await loadFaults();
    this.#loading ??= this.node.rpcGates.create(() => this.#saveSoon());
    this.#rpc = await this.#loading;
    if (this.#isServed) this.node.rpcGates.serve(this.#rpc);
  }

  /** Writes what faults have counted to the disk, once for all requests that come until then. */
  #saveSoon(): void {
    if (this.#isSaving) return;
    this.#isSaving = true;
    const { loop, chain } = this.node;
    const saving = async (): Promise<void> => {
      this.#isSaving = false;
      await chain.store.batch(this.writes());
    };
    // A devnet that closes has no next request to count.
    loop.run(saving).catch(() => undefined);
  }

  #restoreRpc({ faults, rpc = [] }: NetworkControlSnapshot): void {
    const stored = faults.flatMap(({ id, fault }) =>
      isRpcFault(fault) ? [{ id, fault, state: rpc.find((one) => one.id === id)?.state }] : [],
    );
    this.#rpc?.restore(stored);
  }

  #begin(fault: DevnetFault): number {
    const { simNetwork, blockStore } = this.node.chain;
    const { nextId: id, faults } = this.#active;
    if (isRpcFault(fault)) this.#rpc?.begin({ id, fault });
    else if (isNetworkFault(fault)) simNetwork.setFault(String(id), fault);
    else this.#reorgs.check();
    const since = { height: blockStore.height, time: simNetwork.now };
    this.#active = { nextId: id + 1, faults: [...faults, { id, fault, since }] };
    this.#logFault('began', id, fault);
    return id;
  }

  /** Ends active faults with one command, since each command updates every link. */
  #end(ending: readonly ActiveFault[]): void {
    if (ending.length === 0) return;
    const ended = new Set(ending.map(({ id }) => id));
    const names = ending.flatMap(({ id, fault }) => (isNetworkFault(fault) ? [String(id)] : []));
    if (names.length > 0) this.#network.applyCommand({ type: 'endFaults', names });
    for (const { id, fault } of ending) if (isRpcFault(fault)) this.#rpc?.end(id);
    this.#active = { ...this.#active, faults: this.#active.faults.filter(({ id }) => !ended.has(id)) };
    for (const { id, fault } of ending) this.#logFault('ended', id, fault);
  }

  /** Ends the active faults that match, and begins the wanted ones. A fault that is wanted and active continues. */
  #replace(matches: (fault: DevnetFault) => boolean, wanted: readonly DevnetFault[]): void {
    const isWanted = (fault: DevnetFault): boolean => wanted.some((other) => sameFault(other, fault));
    const ending = this.faults.filter((active) => matches(active.fault) && !isWanted(active.fault));
    const beginning = wanted.filter((fault) => !this.#isActive(fault));
    this.#mustHaveRoom(beginning.length - ending.length);
    this.#end(ending);
    for (const fault of beginning) this.#begin(fault);
  }

  #beginMissing(): void {
    const missing = this.#initial.map((fault) => readFault(fault, this.#network.size));
    const beginning = missing.filter((fault) => !this.#isActive(fault));
    this.#mustHaveRoom(beginning.length);
    for (const fault of beginning) if (!this.#isActive(fault)) this.#begin(fault);
  }

  #mustHaveRoom(more: number): void {
    const { length } = this.faults;
    if (more <= 0 || length + more <= MAX_FAULTS) return;
    throw new HalleyError(
      'unavailable',
      `the network has ${length} active faults, and can have ${MAX_FAULTS}: remove some, then try again`,
      { faults: length },
    );
  }

  #isActive(fault: DevnetFault): boolean {
    return this.faults.some((active) => sameFault(active.fault, fault));
  }

  #setCut(a: number, b: number, isCut: boolean): void {
    const isCutNow = this.cutLinks.some(([low, high]) => low === Math.min(a, b) && high === Math.max(a, b));
    if (isCut === isCutNow) return;
    if (isCut) this.#network.disconnect(a, b);
    else this.#network.connect(a, b);
    const validators = [this.#nameOf(a), this.#nameOf(b)] as const;
    this.#entries.push({ type: 'link', action: isCut ? 'cut' : 'restored', validators });
  }

  #recovered(id: number, fault: DevnetFault): DevnetFault {
    try {
      return readFault(fault, this.#network.size);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      throw new HalleyError(
        'unavailable',
        `the chain has fault ${id}, which this version of halley does not read (${error.message}): remove the fault with the version that added it`,
        { id },
      );
    }
  }

  #mustBeValidator(index: number): void {
    const { size } = this.#network;
    if (Number.isSafeInteger(index) && index >= 0 && index < size) return;
    throw new HalleyError('not-found', `there is no validator ${String(index)}: expected an index below ${size}`, {
      index,
    });
  }

  #mustBeLink(a: number, b: number): void {
    this.#mustBeValidator(a);
    this.#mustBeValidator(b);
    if (a !== b) return;
    throw new HalleyError(
      'invalid-argument',
      `both ends of the link are validator ${a}, expected two different validators`,
      { index: a },
    );
  }

  #nameOf(index: number): string {
    return this.#network.node(index).key.name;
  }

  #logFault(action: 'began' | 'ended', id: number, fault: DevnetFault): void {
    const text = faultText(fault, (index) => this.#nameOf(index));
    this.#entries.push({ type: 'fault', action, id, fault, text });
  }
}
