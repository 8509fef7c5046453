/** Sends the transfers of a plan. Development accounts sign them, and the relayer relays them as any others. */
import { balanceOf } from '../../app/modules/bank/store.js';
import { bech32Address } from '../../app/types/address.js';
import { NO_HEIGHT } from '../../codec/ibc/client.js';
import { MsgTransfer, TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import { DEVELOPMENT_ACCOUNTS } from '../../config/development_accounts.js';
import { HalleyError } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { fromHex, toUpperHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../kernel/time.js';
import { anyOf } from '../../relayer/message_of.js';
import { readChannel, readClient, readConnection } from '../../relayer/read.js';
import type { PlannedTransfer } from '../plan/network_plan.js';
import { ChainAccount } from '../relaying/account.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';

const GAS = 400_000n;
/** Timeout after the newest block; a network setup takes less. */
const TIMEOUT = 3_000n * NANOS_PER_SECOND;

/** Matches `transfer/channel-0/uhub`, which a plan may use in place of the denom with its hash. */
const PATH = /^transfer\/channel-\d+\/./;

export const denomOf = (text: string): string => (PATH.test(text) ? `ibc/${toUpperHex(sha256(utf8(text)))}` : text);

const bad = (transfer: PlannedTransfer, why: string): HalleyError =>
  new HalleyError(
    'invalid-genesis',
    `halley.network: the transfer of ${transfer.amount} ${transfer.denom} from "${transfer.chain}" over ${transfer.channel}: ${why}`,
  );

/** Sends transfers, and has them relayed when one needs the tokens of another. */
export class Transfers {
  /** Transfers that each account on each chain has made. */
  readonly #made = new Map<string, bigint>();
  readonly #behind = new Map<string, number>();

  constructor(
    private readonly chains: ReadonlyMap<string, RelayedChain>,
    private readonly relay: () => Promise<void>,
  ) {}

  /**
   * Sends the transfers that were not made yet. An account of a plan sends nothing else before, so its sequence counts
   * those that were.
   */
  async send(transfers: readonly PlannedTransfer[]): Promise<void> {
    const seen = new Map<string, bigint>();
    for (const transfer of transfers) {
      const chain = this.chains.get(transfer.chain);
      if (chain === undefined) throw bad(transfer, 'there is no such chain');
      const { sender = 0 } = transfer;
      const key = DEVELOPMENT_ACCOUNTS[sender]?.privateKey;
      if (key === undefined) throw bad(transfer, `there is no development account ${sender}`);
      const account = new ChainAccount(chain.node.chain, fromHex(key.slice(2)));
      const name = `${chain.id} ${sender}`;
      if (!this.#made.has(name))
        this.#made.set(name, chain.node.chain.state.latest.account(account.address)?.nonce ?? 0n);
      const index = seen.get(name) ?? 0n;
      seen.set(name, index + 1n);
      if (index < (this.#made.get(name) as bigint)) continue;
      await this.#sendOne(transfer, chain, account, name);
    }
    await this.#settle();
  }

  async #sendOne(transfer: PlannedTransfer, chain: RelayedChain, account: ChainAccount, name: string): Promise<void> {
    const { port = TRANSFER_PORT, channel, amount, memo = '' } = transfer;
    const denom = denomOf(transfer.denom);
    const owns = (): boolean => balanceOf(chain.node.chain.state.latest, account.address, denom) >= BigInt(amount);
    if (!owns()) await this.#settle();
    if (!owns()) throw bad(transfer, 'the balance of its sender is too low');
    const message = anyOf(MsgTransfer, {
      sourcePort: port,
      sourceChannel: channel,
      token: { denom, amount: BigInt(amount).toString() },
      sender: account.bech32,
      receiver: transfer.receiver ?? this.#receiver(transfer, chain, port, account.address),
      timeoutHeight: NO_HEIGHT,
      timeoutTimestamp: chain.port.nextTime + TIMEOUT,
      memo,
      encoding: '',
    });
    const behind = this.#behind.get(name) ?? 0;
    const admission = await chain.node.loop.inside.take(account.sign([message], GAS, behind));
    if (admission.type === 'refused') throw bad(transfer, admission.reason);
    if (!admission.taken) throw bad(transfer, admission.check.log);
    this.#behind.set(name, behind + 1);
  }

  /** Returns the sender's address on the other chain. */
  #receiver(transfer: PlannedTransfer, chain: RelayedChain, port: string, address: Uint8Array): string {
    const view = chain.port.at(chain.port.height);
    const hop = readChannel(view, port, transfer.channel)?.connectionHops[0];
    const client = hop && readConnection(view, hop)?.clientId;
    const other = this.chains.get((client && readClient(view, client)?.chainId) || '');
    if (other === undefined) throw bad(transfer, 'there is no such channel');
    return bech32Address(address, other.node.chain.app.params.bech32Prefix);
  }

  async #settle(): Promise<void> {
    for (const chain of this.chains.values()) {
      const { pool, blockStore } = chain.node.chain;
      const waiting = [...pool.all()].map(({ hash }) => hash);
      if (waiting.length === 0) continue;
      await chain.produce();
      for (const hash of waiting) {
        const position = blockStore.position(hash);
        const result = position && blockStore.results(position.height)?.txResults[position.index];
        if (result !== undefined && result.code !== 0)
          throw new HalleyError('invalid-genesis', `halley.network: a transfer failed on "${chain.id}": ${result.log}`);
      }
    }
    this.#behind.clear();
    await this.relay();
  }
}
